import { crc32 } from 'node:zlib';

// Parts of images by their formats, for images that no encoder makes.

/** First bytes of a PNG. */
export const PNG_START: Buffer = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** Returns a chunk of a PNG, third edition, 5.3: length, name, content, check sum. */
export function pngChunk(name: string, content: Uint8Array = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** Returns the IHDR of a PNG: colour type 0 grey, 2 RGB, 6 RGB with alpha. */
export function pngHeader(
  width: number,
  height: number,
  { depth = 8, colour = 2, interlaced = false } = {},
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, Number(interlaced)], 8);
  return pngChunk('IHDR', header);
}

/** Returns a complete PNG of these chunks. */
export function pngOf(...chunks: readonly Buffer[]): Buffer {
  return Buffer.concat([PNG_START, ...chunks, pngChunk('IEND')]);
}

/** Returns a segment of a JPEG, ITU-T T.81, B.1.1.4: marker, length, content. */
export function jpegSegment(marker: number, content: Uint8Array | string = ''): Buffer {
  const body = Buffer.from(content as Uint8Array);
  const head = Buffer.of(0xff, marker, 0, 0);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** Returns a chunk of a RIFF: name, length, content, padded to an even length. */
export function riffChunk(name: string, content: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

/** Returns a complete WebP of these chunks. */
export function webpOf(...chunks: readonly Buffer[]): Buffer {
  return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

/** Returns the names of the chunks of a PNG or WebP, or the markers of the segments of a JPEG before its first scan. */
export function listNames(image: Buffer): string[] {
  const names: string[] = [];
  if (image.subarray(0, 8).equals(PNG_START)) {
    for (let at = 8; at < image.length; at += 12 + image.readUInt32BE(at)) {
      names.push(image.toString('latin1', at + 4, at + 8));
    }
  } else if (image[0] === 0xff) {
    for (let at = 2; names.at(-1) !== 'da'; at += 2 + image.readUInt16BE(at + 2)) {
      names.push(image.toString('hex', at + 1, at + 2));
    }
  } else {
    for (let at = 12; at < image.length; ) {
      names.push(image.toString('latin1', at, at + 4));
      const length = image.readUInt32LE(at + 4);
      at += 8 + length + (length % 2);
    }
  }
  return names;
}
