import type { ImageType } from './send-image.ts';

/** Type and pixel size of an image, read from its first bytes. */
export interface ImageHeader {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
}

/**
 * Reads the type and size of a PNG, JPEG or WebP from its bytes, without decoding and without the file name. Null for
 * other content. PNG: https://www.w3.org/TR/png/#11IHDR. JPEG: ITU-T T.81, B.2.2. WebP: RFC 9649, 2.5 to 2.7.
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = readPng(view) ?? readJpeg(view) ?? readWebp(view);
  return header && header.width > 0 && header.height > 0 ? header : null;
}

function readPng(view: DataView): ImageHeader | null {
  if (view.byteLength < 24) return null;
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return null;
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

/** Skips segments up to the start of frame, which holds the size. */
function readJpeg(view: DataView): ImageHeader | null {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
    } else if (isFrame(marker)) {
      return {
        type: 'image/jpeg',
        width: view.getUint16(at + 7),
        height: view.getUint16(at + 5),
      };
    } else if (marker === 0xda || marker === 0xd9) {
      return null;
    } else {
      at += 2 + view.getUint16(at + 2);
    }
  }
  return null;
}

/** Returns whether a marker is a start of frame, SOF0 to SOF15. DHT, JPG and DAC share that range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function readWebp(view: DataView): ImageHeader | null {
  if (view.byteLength < 30) return null;
  if (readName(view, 0) !== 'RIFF' || readName(view, 8) !== 'WEBP') return null;
  const type = 'image/webp';
  switch (readName(view, 12)) {
    case 'VP8 ':
      return {
        type,
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { type, width: readUint24(view, 24) + 1, height: readUint24(view, 27) + 1 };
    default:
      return null;
  }
}

function readUint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}

function readName(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
}
