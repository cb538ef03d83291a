/** File of an archive. */
export interface TarFile {
  /** Path with slashes, in ASCII. */
  readonly name: string;
  readonly content: Buffer;
}

const BLOCK = 512;
/** Position and length of the fields of a ustar header that differ between files. */
const NAME = [0, 100] as const;
const SIZE = [124, 12] as const;
const CHECKSUM = [148, 8] as const;
const PREFIX = [345, 155] as const;

/**
 * Returns a tar archive (ustar, POSIX.1-1988) of files in their order. Equal files give equal bytes: owner and time are
 * 0, the mode is 644. Throws RangeError for a path that the format cannot hold.
 */
export function packTar(files: readonly TarFile[]): Buffer {
  const blocks = files.flatMap(({ name, content }) => [
    headerOf(name, content.length),
    content,
    Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK),
  ]);
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

/** Returns the files of a tar archive that `packTar` made. Throws for any other bytes. */
export function unpackTar(archive: Buffer): TarFile[] {
  const files: TarFile[] = [];
  for (let at = 0; ; ) {
    const header = archive.subarray(at, at + BLOCK);
    if (header.length < BLOCK) throw new Error('the archive has no end');
    if (header.every((byte) => byte === 0)) return files;
    const text = ([from, length]: readonly [number, number]): string =>
      header.toString('latin1', from, from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(text(SIZE), 8);
    const name = [text(PREFIX), text(NAME)].filter((part) => part !== '').join('/');
    const content = archive.subarray(at + BLOCK, at + BLOCK + size);
    if (!headerOf(name, size).equals(header) || content.length < size) {
      throw new Error('the archive cannot be read');
    }
    files.push({ name, content });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const put = ([from, length]: readonly [number, number], text: string): void => {
    header.write(text, from, length, 'latin1');
  };
  const [prefix, own] = splitName(name);
  put(NAME, own);
  put([100, 8], '0000644\0');
  put([108, 8], '0000000\0');
  put([116, 8], '0000000\0');
  put(SIZE, `${size.toString(8).padStart(11, '0')}\0`);
  put([136, 12], '00000000000\0');
  put(CHECKSUM, ' '.repeat(8));
  put([156, 1], '0');
  put([257, 8], 'ustar\x0000');
  put(PREFIX, prefix);
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(CHECKSUM, `${sum.toString(8).padStart(6, '0')}\0 `);
  return header;
}

/** Divides a path at a slash into a prefix and a name that fit into their fields; a short path has no prefix. */
function splitName(name: string): readonly [prefix: string, own: string] {
  if (!/^[\x21-\x7e]+$/.test(name)) throw new RangeError(`${name} is no path of an archive`);
  if (name.length <= NAME[1]) return ['', name];
  const slash = name.indexOf('/', name.length - NAME[1] - 1);
  if (slash < 1 || slash > PREFIX[1]) throw new RangeError(`${name} is too long for an archive`);
  return [name.slice(0, slash), name.slice(slash + 1)];
}
