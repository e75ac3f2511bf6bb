// The words of the pictures of cards.

export const PICTURES = {
  title: "Picture",
  add: "Add a picture",
  help: "or drop one on the face: PNG, JPEG or WebP",
  gallery: "Pictures in the folder",
  drawn: "Drawn",
  drawnLabel: "Drawn for the card, without a picture file",
  tooLarge: "The picture is too large. The limit is 20 MB.",
  failed: "The picture couldn't be added.",
};
