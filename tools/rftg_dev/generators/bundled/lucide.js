// Prints the icons of the pages as a module: our names, and the shapes of Lucide.

import {
  ArrowDown, ArrowLeft, ArrowRight, ArrowUp, ArrowUpDown, Bell, BookOpen, ChartColumn, Check, ChevronDown, ChevronLeft, ChevronRight,
  ChevronUp, CircleAlert, CircleQuestionMark, Clock, Columns2, Copy, CopyPlus, Crop, Dices, Download, Ellipsis, ExternalLink, Eye,
  EyeOff, File, FilePlus, FileText, Flag, FlaskConical, FolderOpen, GitCompare, Hand, History, House, Image, ImagePlus, Info,
  Keyboard, Layers, Lightbulb, Link, List, ListFilter, Lock, LogOut, Maximize2, Menu, MessageSquare, Minus, Moon, PanelBottom, Pause,
  Pencil, Pin, Play, Plus, Printer, Redo2, RefreshCw, RotateCcw, Save, Scale, Search, Send, Settings, Share2, Sparkles, Star, Sun,
  SunMoon, Swords, Table2, Tag, Trash2, TriangleAlert, Trophy, Undo2, Upload, User, Users, WifiOff, Wrench, X,
} from "lucide";

const ICONS = {
  down: ArrowDown, left: ArrowLeft, right: ArrowRight, up: ArrowUp, sort: ArrowUpDown, bell: Bell, book: BookOpen, chart: ChartColumn,
  check: Check, "chevron-down": ChevronDown, "chevron-left": ChevronLeft, "chevron-right": ChevronRight, "chevron-up": ChevronUp,
  error: CircleAlert, help: CircleQuestionMark, clock: Clock, columns: Columns2, copy: Copy, duplicate: CopyPlus, crop: Crop,
  dice: Dices, download: Download, more: Ellipsis, external: ExternalLink, show: Eye, hide: EyeOff, file: File, "new-file": FilePlus,
  text: FileText, flag: Flag, test: FlaskConical, folder: FolderOpen, compare: GitCompare, hand: Hand, history: History, home: House,
  picture: Image, "add-picture": ImagePlus, info: Info, keyboard: Keyboard, layers: Layers, idea: Lightbulb, link: Link, list: List,
  filter: ListFilter, lock: Lock, leave: LogOut, enlarge: Maximize2, menu: Menu, chat: MessageSquare, minus: Minus, dark: Moon,
  panel: PanelBottom, pause: Pause, edit: Pencil, pin: Pin, play: Play, plus: Plus, print: Printer, redo: Redo2, refresh: RefreshCw,
  reset: RotateCcw, save: Save, balance: Scale, search: Search, send: Send, settings: Settings, share: Share2, new: Sparkles,
  star: Star, light: Sun, scheme: SunMoon, swords: Swords, table: Table2, tag: Tag, delete: Trash2, warning: TriangleAlert,
  trophy: Trophy, undo: Undo2, upload: Upload, person: User, people: Users, offline: WifiOff, fix: Wrench, close: X,
};

const lines = Object.entries(ICONS).map(([name, shapes]) => `  ${JSON.stringify(name)}: ${JSON.stringify(shapes)},`);
console.log(["export const ICONS = {", ...lines, "};"].join("\n"));
