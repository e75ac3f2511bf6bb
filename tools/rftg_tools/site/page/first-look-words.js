// Every text that the scripts of the first look show, in one place for translation. Fixed texts are in
// index.html.jinja.

export const FIRST_LOOK = {
  parts: {
    page: "This page",
    python: "Python",
    libraries: "Libraries",
    studio: "Studio and official cards",
    engine: "Compiled engine",
    typst: "Typesetter for faces and print",
  },
  amount: (loaded, total) => `${loaded} of ${total} MB`,
  done: (total) => `${total} MB`,
  loading: (share) => `Loading: ${share} %`,
  secondsLeft: (count) => (count < 60 ? `about ${count} s left` : `about ${Math.round(count / 60)} min left`),
  starting: "Starting the studio. This takes a few seconds.",
  problems: {
    unknown: "There is an error in the program.",
    network: "The connection to this site was lost.",
    changed: "The site sent an incomplete or changed file.",
    slow: "Nothing has arrived for a minute. Check the connection, then try again.",
    stuck: "It got stuck for a minute. If that happens again, close other tabs or restart the browser.",
    hangs: "It stopped responding several times.",
    framed: "Another site shows the studio inside its own page, where it doesn't start. Open it in a tab.",
    unsupported: "This browser can't run the studio: it has no service workers. They are missing in some private windows, and on sites without https.",
    denied: "This browser doesn't let the site store files. Allow cookies and site data for this address, then try again.",
    tabs: "Another tab has an older version of the studio open. Close that tab, then try again.",
    versions: "The site has been updated just now, and not all of its files have arrived. Try again in a minute.",
  },
  failedStart: (problem) => `The studio couldn't be started. ${problem}`,
  failed: (part, problem) => (part ? `${part} couldn't be loaded. ${problem}` : problem),
  nothingLost: "Your files are not affected.",
  updateReady: "A new version is ready.",
  update: "Reload now",
  notUpdated: (why) => `The new version has to wait, because not everything is saved. ${why}`,
  otherTabs: (count) => (count === 1 ? "Another tab still uses this version. Close it first." : `${count} other tabs still use this version. Close them first.`),
  full: "The browser has no room to store the program. The studio works, but it needs the network at the next start. Your sets may also need room: free some on this computer.",
};
