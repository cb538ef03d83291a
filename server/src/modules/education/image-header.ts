/** What an image says of itself before anything of it is decoded. */
export interface ImageHeader {
  readonly type: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

type Size = Omit<ImageHeader, 'type'>;

/**
 * Reads the structure of an image, from the first byte to the last, without decoding a pixel; null for bytes that are
 * not wholly one image of a type that we take. Behind a JPEG only what cameras put there may follow.
 */
export function readImageHeader(bytes: Buffer, type: ImageHeader['type']): ImageHeader | null {
  const size = { 'image/png': readPng, 'image/jpeg': readJpeg, 'image/webp': readWebp }[type](
    bytes,
  );
  return size && size.width > 0 && size.height > 0 ? { type, ...size } : null;
}

const PNG_START = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** PNG, third edition, 5: chunks of length, type, data and check sum; IHDR first, IEND last and the end of all. */
function readPng(bytes: Buffer): Size | null {
  if (!bytes.subarray(0, 8).equals(PNG_START)) return null;
  let size: Size | null = null;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + length;
    if (end > bytes.length) return null;
    if (at === 8) {
      if (name !== 'IHDR' || length !== 13) return null;
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    }
    if (name === 'IEND') return end === bytes.length ? size : null;
    at = end;
  }
  return null;
}

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;
/** Start of frame: all of C0 to CF but the tables C4 and CC and the reserved C8. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** JPEG, ITU-T T.81, annex B: segments from SOI to EOI; behind SOS come coded bytes up to the next marker. */
function readJpeg(bytes: Buffer): Size | null {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return null;
  let size: Size | null = null;
  for (let at = 2; at + 2 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || marker === 0) return null;
    if (marker === 0xff) {
      // A marker may be filled up in front.
      at += 1;
      continue;
    }
    if (marker === EOI) return isOfCamera(bytes.subarray(at + 2)) ? size : null;
    at += 2;
    if (isRestart(marker) || marker === 0x01) continue;
    if (at + 2 > bytes.length) return null;
    const length = bytes.readUInt16BE(at);
    if (length < 2 || at + length > bytes.length) return null;
    if (isFrame(marker)) {
      if (size || length < 8) return null;
      size = { width: bytes.readUInt16BE(at + 5), height: bytes.readUInt16BE(at + 3) };
    }
    at += length;
    if (marker === SOS) {
      if (!size) return null;
      at = endOfScan(bytes, at);
    }
  }
  return null;
}

/** Where the next marker is that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  return bytes.length;
}

/**
 * Whether bytes behind a JPEG are nothing, filling, a further picture (CIPA DC-007), the film of a moving picture, or a
 * note of the camera. None of it is kept.
 */
function isOfCamera(tail: Buffer): boolean {
  return (
    tail.every((byte) => byte === 0) ||
    (tail[0] === 0xff && tail[1] === SOI && tail[2] === 0xff) ||
    tail.toString('latin1', 4, 8) === 'ftyp' ||
    tail.toString('latin1', tail.length - 4) === 'SEFT'
  );
}

/** WebP container: a RIFF of exactly the length that it names; the first chunk says how large the picture is. */
function readWebp(bytes: Buffer): Size | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return null;
  if (bytes.toString('latin1', 8, 12) !== 'WEBP') return null;
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return null;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}
