// Every text that the boot page shows while the studio runs, in one place for translation.

export const BOOT = {
  title: "rftg-dsl studio",
  bar: "Files",
  kept: "Your files are kept in this browser.",
  mayBeDeleted: "Your files are kept in this browser, which may delete them when this device runs out of space.",
  backup: "Download a backup",
  backupName: (date) => `rftg-dsl-${date}.zip`,
  noBackup: (why) => `The backup couldn't be made: ${why}`,
  open: "Open files",
  opened: (names, leftOut) =>
    (names.length ? `Added ${names.join(", ")}.` : "Nothing was added.") +
    (leftOut.length ? ` Left out, because this studio has its own: ${leftOut.join(", ")}.` : ""),
  folder: "Use a folder of this computer",
  folderAgain: (name) => `Use the folder ${name} again`,
  savingTo: (name) => `Saving to the folder ${name}`,
  folderOpened: (name, added) =>
    `${added.length ? `Added ${added.join(", ")}. ` : ""}What you change from now on is also saved to the folder ${name}.`,
  changedInFolder: (names) =>
    `The folder has a version of ${names.join(", ")} that isn't from this studio, so it wasn't replaced. Use the folder again to add that version under another name.`,
  folderFailed: (why) => `The folder couldn't be used: ${why}`,
  folderTooLarge: "it has more than 2,000 card files and pictures, or a file of more than 100 MB.",
  notOpened: (name, why) => `${name} couldn't be opened: ${why}`,
  tooLarge: "it is larger than 100 MB.",
  remind: "You haven't downloaded a backup for a while. Your files are only in this browser.",
  nearlyFull: (megabytes) => `There are only ${megabytes} MB left for this site. Download a backup, then free some space on this device.`,
  damaged: (names) => `These files are damaged in this browser's storage and couldn't be read: ${names.join(", ")}. Restore them from a backup.`,
  otherTab: "The studio is open in another tab.",
  waiting: "Waiting until the other tab has saved everything.",
  useHere: "Use it here",
  moved: "You are using the studio in another tab. Everything was saved.",
  movedUnsaved: "You are using the studio in another tab, but this tab has changes that aren't saved yet. Use it here to save them.",
  stolen: "You are using the studio in another tab, because this one didn't respond.",
  noAnswer: "The studio doesn't respond.",
  notRunning: "The studio isn't running.",
  stopped: "The studio was stopped.",
  notMoved: (why) => `The other tab couldn't save its changes. ${why}`,
  restarted: "The studio didn't respond, so it was started again. All saved files are still there.",
  restarting: "The studio doesn't respond, so it is being started again. All saved files are still there.",
  noTypesetter: (why) => `The typesetter couldn't be loaded, so card faces and printing are not available. ${why}`,
  plainEngine: "The compiled engine couldn't be loaded, so games run in plain Python. They take three to four times as long.",
  tryAgain: "Try again",
};
