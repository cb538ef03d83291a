// Finds and replaces the bundle of the server beside its sources, and checks whether it is up to date. Plain JavaScript
// for Node 20 or newer; it imports no installed package.
import {
  accessSync,
  constants,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** Folder of the bundles, and the record of the newest one. */
const FOLDER = 'server/build';
const RECORD = `${FOLDER}/bundle.json`;
/** Number of bundles kept side by side, so that a running server keeps the files that it loads late. */
const SLOTS = 3;
/** Milliseconds within which a second change may not show in a file's times. */
export const SETTLED_MS = 1000;

/**
 * Record of the newest bundle: its slot, and the state of each of its files.
 * @typedef {{ slot: number, files: Record<string, string> }} BundleRecord
 */

/** @param {string} root @returns {BundleRecord | null} */
function readRecord(root) {
  try {
    return JSON.parse(readFileSync(path.join(root, RECORD), 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Returns the state of a file without reading it; the state differs after each change of the content.
 * @param {import('node:fs').Stats} stats
 */
function lookOf({ ino, size, mtimeMs, ctimeMs }) {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

/** Returns the folder of a slot, from the root. @param {number} slot */
function folderOf(slot) {
  return `${FOLDER}/${slot}`;
}

/**
 * Returns the path of the bundled server, from the root; null without a bundle, or when one of its files was changed,
 * replaced or deleted since.
 * @param {string} root
 */
export function findBundle(root) {
  const record = readRecord(root);
  if (!record) return null;
  for (const [file, look] of Object.entries(record.files)) {
    // Not `path.join`, for speed: some six hundred files are checked before a start.
    const stats = statSync(`${root}/${file}`, { throwIfNoEntry: false });
    if (!stats || lookOf(stats) !== look) return null;
  }
  return `${folderOf(record.slot)}/main.js`;
}

/**
 * Replaces the oldest bundle by the files that `write` puts into the given folder, and then records it as the newest;
 * until everything is written, the previous one stays the newest. `write` returns the files that it read and those that
 * it wrote. All paths are from the root. Returns false when a file was changed while it was read: such a bundle is
 * never run.
 * @param {string} root
 * @param {(folder: string) => Promise<{ read: readonly string[], written: readonly string[] }>} write
 */
export async function replaceBundle(root, write) {
  const slot = ((readRecord(root)?.slot ?? 0) + 1) % SLOTS;
  const folder = folderOf(slot);
  const startMs = Date.now();
  mkdirSync(path.join(root, FOLDER), { recursive: true });
  // `rmSync` does not report why it was refused.
  accessSync(path.join(root, FOLDER), constants.W_OK);
  rmSync(path.join(root, folder), { recursive: true, force: true });
  mkdirSync(path.join(root, folder));
  const { read, written } = await write(folder);
  /** @param {string} file */
  const look = (file) => statSync(path.join(root, file));
  const sources = read.map((file) => /** @type {const} */ ([file, look(file)]));
  if (sources.some(([, { ctimeMs }]) => ctimeMs > startMs - SETTLED_MS)) return false;
  // After a power failure the record may be complete and the bundle's files not, so the record covers both.
  const all = [...sources, ...written.map((file) => /** @type {const} */ ([file, look(file)]))];
  /** @type {BundleRecord} */
  const record = { slot, files: Object.fromEntries(all.map(([file, at]) => [file, lookOf(at)])) };
  const beside = path.join(root, `${RECORD}.new`);
  writeFileSync(beside, JSON.stringify(record));
  renameSync(beside, path.join(root, RECORD));
  return true;
}
