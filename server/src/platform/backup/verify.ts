import path from 'node:path';
import { listMigrations } from '../db/migrate.ts';
import { StartError } from '../start-error.ts';
import { type Manifest, newer, readManifest, tableFile, unreadable } from './manifest.ts';
import { measureFile } from './pieces.ts';

/** A file of a backup, by its name below the folder. */
interface Piece {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

function listPieces({ tables, files, loose }: Manifest): Piece[] {
  return [
    ...tables.map(({ name, bytes, sha256 }) => ({ name: tableFile(name), bytes, sha256 })),
    ...files.map(({ key, bytes, sha256 }) => ({ name: path.join('files', key), bytes, sha256 })),
    ...loose,
  ];
}

/**
 * Reads a whole backup and returns its manifest. Throws `StartError` with one sentence when a part is missing or was
 * changed, or when a newer version wrote it.
 */
export async function verifyBackup(
  folder: string,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const known = new Set(await listMigrations());
  if (manifest.migrations.some((name) => !known.has(name))) throw newer(folder, manifest.version);
  const pieces = listPieces(manifest);
  const total = pieces.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const { name, sha256 } of pieces) {
    const found = await measureFile(path.join(folder, name), signal, (bytes) => {
      done += bytes;
      onProgress(done / Math.max(1, total));
    }).catch((cause: unknown) => {
      signal.throwIfAborted();
      if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw unreadable(folder, name, cause);
      throw new StartError(`${folder} is not whole: ${name} is missing.`, { cause });
    });
    if (found.sha256 !== sha256) {
      throw new StartError(`${folder} is damaged: ${name} is not what was written.`);
    }
  }
  return manifest;
}
