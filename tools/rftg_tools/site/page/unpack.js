/* Archives of Python code, unpacked into the files of Pyodide. */

const BLOCK = 512;
const decoder = new TextDecoder();

/** Unpack a tar archive, made by this project's build, into a folder. The files share the memory of `archive`. */
export function unpack(pyodide, archive, folder) {
  const bytes = new Uint8Array(archive);
  const made = new Set();
  const text = (start, length) => decoder.decode(bytes.subarray(start, start + length)).split("\0")[0];
  for (let start = 0; bytes[start]; ) {
    const prefix = text(start + 345, 155);
    const path = `${folder}/${prefix}${prefix && "/"}${text(start, 100)}`;
    const size = Number.parseInt(text(start + 124, 12), 8);
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) pyodide.FS.mkdirTree(parent);
    made.add(parent);
    start += BLOCK;
    pyodide.FS.writeFile(path, bytes.subarray(start, start + size), { canOwn: true });
    start += Math.ceil(size / BLOCK) * BLOCK;
  }
}
