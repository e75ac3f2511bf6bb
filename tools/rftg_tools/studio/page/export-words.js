// What the dialog "Print and export" says, in one place.

export const WORDS = {
  open: "Print and export",
  close: "Close",
  set: "Set",
  what: "What is made",
  edited: "What is edited and not saved is made too.",
  kinds: {
    sheets: ["Sheets to cut (PDF)", "Cards or tiles on A4 or Letter, with crop marks."],
    aids: ["What lies beside the cards (PDF)", "Action cards, goals, chips and a legend of icons."],
    pictures: ["Single pictures (ZIP)", "A PNG of each card, goal and back, cut to its edges, at 300 dots an inch."],
    format: ["Pictures for a print-on-demand service (ZIP)", "A PNG of each copy with its bleed, in a folder for each deck."],
    tabletop: ["Tabletop Simulator (ZIP)", "Images of decks, and a saved object that loads them from an address."],
    html: ["One page to share (HTML)", "All faces with their text, search and filters, in one file."],
    text: ["A list (plain text)", "What each card and goal says, in English."],
    csv: ["A table for spreadsheets (CSV)", "The cards with their keys; it can be imported again."],
  },
  format: "Format",
  paper: "Paper",
  papers: { a4: "A4", letter: "Letter" },
  backs: "Backs",
  backsAre: { "": "as usual: of tiles, not of cards", none: "none", long: "printed, flipped on the long edge", short: "printed, flipped on the short edge" },
  once: "one copy of each card",
  url: "Address of the images",
  urlHelp: "where you will put them, such as https://example.org/cards or file:///C:/cards",
  make: "Make it",
  stop: "Stop",
  begun: "It is being made…",
  progress: "{done} of {total} {things}",
  some: "{done} {things}",
  made: "{name} is ready ({size}).",
  save: "Save {name}",
  gone: "The studio's server does not answer.",
  noUrl: "Write the address of the images first: it begins with https://, http:// or file://.",
  importTitle: "Import a table",
  importHelp: "A CSV file or a workbook (.xlsx) with a column for each key of a card: Title, Type, Cost, VP, Powers… It becomes a new file beside the chosen set; no file is ever written over.",
  table: "Table",
  id: "Id of the new set",
  idHelp: "small letters, digits and hyphens, such as my-cards",
  import: "Import",
  importing: "It is being read…",
  imported: "{name} is written, with {cards}.",
  errors: "It has {errors}: open it here and mend them.",
  unseen: "The studio does not show it, since it was begun with single files: begin it with the folder.",
  noTable: "Choose a table first.",
  tooLarge: "The table is too large: at most 10 MB are taken.",
};

/** A sentence with its gaps filled. */
export function filled(text, parts) {
  return text.replace(/\{(\w+)\}/g, (_whole, name) => String(parts[name]));
}
