// What the service worker answers when Python can't.

export const RELAY = {
  foreign: "Only this site's own pages can do this.",
  closed: "The studio isn't open any more.",
  restarted: "The studio was started again. Try again.",
};
