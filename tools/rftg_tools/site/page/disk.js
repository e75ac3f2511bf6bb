// Steps of the storage of files. None of them rejects, because some errors of newer browsers never reach Python: each
// returns [value, name of the error or "", message].

let folder;

const attempt = (step) =>
  step().then(
    (value) => [value, "", ""],
    (error) => [undefined, String(error?.name || "Error"), String(error?.message ?? error)],
  );

export const disk = {
  /** Use a folder of the origin private file system, which is created. */
  open: (name) =>
    attempt(async () => {
      const root = await navigator.storage.getDirectory();
      folder = await root.getDirectoryHandle(name, { create: true });
    }),

  names: () =>
    attempt(async () => {
      const names = [];
      for await (const name of folder.keys()) names.push(name);
      return names;
    }),

  read: (name) =>
    attempt(async () => {
      const handle = await folder.getFileHandle(name);
      return (await handle.getFile()).arrayBuffer();
    }),

  /** Write a file; return the number of bytes written. */
  write: (name, data) =>
    attempt(async () => {
      const handle = await folder.getFileHandle(name, { create: true });
      const access = await handle.createSyncAccessHandle();
      try {
        access.truncate(0);
        const written = access.write(data);
        access.flush();
        return written;
      } finally {
        access.close();
      }
    }),

  remove: (name) => attempt(() => folder.removeEntry(name)),
};
