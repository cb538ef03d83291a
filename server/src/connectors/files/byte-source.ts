import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { createGunzip } from 'node:zlib';
import { Unzip, UnzipInflate, unzipSync } from 'fflate';
import { BarFileError } from './formats.ts';

/** The content of a file, unpacked when it is an archive. */
export interface ByteSource {
  /** Name of the data file; for an archive the name inside it. */
  readonly name: string;
  readonly sizeBytes: number;
  /** First bytes of the content. */
  readonly head: Uint8Array;
  /** Returns the bytes on disk that `chunks` has read. */
  readBytes(): number;
  /** Returns the whole content from the start. Throws `BarFileError` (`damaged`) when an archive ends early. */
  chunks(): AsyncGenerator<Uint8Array>;
}

const HEAD_BYTES = 64;
const CHUNK_BYTES = 262_144;
const LARGEST_ARCHIVE_BYTES = 1_073_741_824;

function startsWith(head: Uint8Array, ...bytes: readonly number[]): boolean {
  return bytes.every((byte, i) => head[i] === byte);
}

/**
 * Opens a plain, gzip or zip file. Throws `BarFileError`: `not-found`, `empty`, `damaged`, and `not-supported` for an
 * archive that holds more than one data file.
 */
export async function openByteSource(path: string): Promise<ByteSource> {
  const { sizeBytes, head } = await readHead(path);
  if (startsWith(head, 0x1f, 0x8b)) return openGzip(path, sizeBytes);
  if (startsWith(head, 0x50, 0x4b)) return openZip(path, sizeBytes);
  let read = 0;
  return {
    name: basename(path),
    sizeBytes,
    head,
    readBytes: () => read,
    async *chunks() {
      read = 0;
      for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
        read += (chunk as Buffer).length;
        yield chunk as Buffer;
      }
    },
  };
}

async function readHead(path: string): Promise<{ sizeBytes: number; head: Uint8Array }> {
  try {
    const info = await stat(path);
    if (!info.isFile()) throw new BarFileError('not-found', `${path} is not a file.`);
    if (info.size === 0) throw new BarFileError('empty', `${path} is empty.`);
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return { sizeBytes: info.size, head: buffer.subarray(0, bytesRead) };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof BarFileError) throw error;
    throw new BarFileError('not-found', `${path} cannot be read.`, { cause: error });
  }
}

async function firstBytes(chunks: AsyncGenerator<Uint8Array>): Promise<Uint8Array> {
  for await (const chunk of chunks) {
    if (chunk.length > 0) return chunk.subarray(0, HEAD_BYTES);
  }
  return new Uint8Array();
}

async function openGzip(path: string, sizeBytes: number): Promise<ByteSource> {
  let read = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    read = 0;
    const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
    file.on('data', (chunk) => {
      read += chunk.length;
    });
    const gunzip = createGunzip();
    file.on('error', (error) => gunzip.destroy(error));
    try {
      for await (const chunk of file.pipe(gunzip)) yield chunk as Buffer;
    } catch (error) {
      throw new BarFileError('damaged', `${path} is a damaged gzip file.`, { cause: error });
    } finally {
      file.destroy();
    }
  }
  const head = await firstBytes(chunks());
  const name = basename(path).replace(/\.gz$/i, '');
  return { name, sizeBytes, head, readBytes: () => read, chunks };
}

async function openZip(path: string, sizeBytes: number): Promise<ByteSource> {
  if (sizeBytes > LARGEST_ARCHIVE_BYTES) {
    throw new BarFileError('not-supported', `${path} is larger than 1 GiB; unpack it first.`);
  }
  const damaged = (cause?: unknown): BarFileError =>
    new BarFileError('damaged', `${path} is a damaged zip file.`, { cause });
  const packed = await readFile(path);
  const names: string[] = [];
  try {
    unzipSync(packed, {
      filter: ({ name }) => {
        names.push(name);
        return false;
      },
    });
  } catch (error) {
    throw damaged(error);
  }
  const entry = chooseEntry(path, names);
  let read = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const out: Uint8Array[] = [];
    let finished = false;
    const unzip = new Unzip((file) => {
      if (file.name !== entry) return;
      file.ondata = (error, data, final) => {
        if (error) throw damaged(error);
        out.push(data);
        finished = final;
      };
      file.start();
    });
    unzip.register(UnzipInflate);
    for (read = 0; read < packed.length && !finished; ) {
      const until = Math.min(packed.length, read + CHUNK_BYTES);
      try {
        unzip.push(packed.subarray(read, until), until === packed.length);
      } catch (error) {
        throw error instanceof BarFileError ? error : damaged(error);
      }
      read = until;
      yield* out.splice(0);
    }
    if (!finished) throw damaged();
    read = packed.length;
  }
  const head = await firstBytes(chunks());
  return { name: basename(entry), sizeBytes, head, readBytes: () => read, chunks };
}

/** Returns the only data file of an archive. A report in plain text beside a table is ignored. */
function chooseEntry(path: string, names: readonly string[]): string {
  for (const ending of ['.csv', '.json', '.txt', '.hst']) {
    const found = names.filter((name) => name.toLowerCase().endsWith(ending));
    const [entry] = found;
    if (entry === undefined) continue;
    if (found.length === 1) return entry;
    throw new BarFileError(
      'not-supported',
      `${path} holds ${found.length} data files; unpack it and read them one by one.`,
    );
  }
  throw new BarFileError('unknown', `${path} holds no file of bars.`);
}
