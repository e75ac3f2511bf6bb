// The words of the pictures of cards.

export const PICTURES = {
  add: "Add a picture",
  help: "or drop one on the face: PNG, JPEG or WebP",
  gallery: "Your own pictures",
  scenes: "Drawn scenes",
  keep: "Keep this picture",
  redraw: "Draw it differently",
  release: "Let the title choose",
  drawn: "Drawn",
  drawnHelp: "Drawn for this title. A new title changes it, unless you keep it.",
  kept: (scene) => `Kept: ${scene}`,
  keptHelp: (scene) => `Keeps the scene “${scene}” when the title changes.`,
  own: (name) => `Your picture ${name}. Choose a scene to have it drawn.`,
  tooLarge: "The picture is too large. The limit is 20 MB.",
  failed: "The picture couldn't be added.",
};
