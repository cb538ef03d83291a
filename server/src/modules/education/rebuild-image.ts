import { crc32, inflateSync } from 'node:zlib';
import type { IMAGE_TYPES } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { uprightTiff } from './upright-tiff.ts';

/** Image that contains only the parts that its pixels need. */
export interface RebuiltImage {
  readonly type: (typeof IMAGE_TYPES)[number];
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** Chunk or segment: its name, its content, and all of its bytes as sent. */
interface Part {
  readonly name: string;
  readonly content: Buffer;
  readonly whole: Buffer;
}

/** Rules for the parts of a format. A part without a rule is dropped; a refused part rejects the image. */
interface Rules {
  /** Names of parts that are kept unchanged, each time they occur. */
  readonly kept: ReadonlySet<string>;
  /** Names of parts whose first occurrence is rebuilt from its content; a null result drops it. */
  readonly remade: Readonly<Record<string, (part: Part) => Buffer | null>>;
  /** Names that reject the image, unless `kept` has them. */
  readonly refused: RegExp;
}

/** Most parts of an image; encoders write some hundreds for 5 MiB. */
const MOST_PARTS = 5000;
/** Most scans of a JPEG; encoders write 10 to 20 for a progressive one, and each scan passes over all pixels. */
const MOST_SCANS = 32;
/** Largest colour profile in bytes; profiles of screens and cameras have up to 4 KiB, those of printers are larger. */
const PROFILE_BYTES = 65_536;

const notOurs = (): AppError => new AppError('media-type-415');

/**
 * Rebuilds an image from an allow list: the pixels, what the decoder needs for them, the orientation, and a colour
 * profile of up to 64 KiB. Nothing is decoded, and only that profile is decompressed. The first bytes decide the
 * format. Throws `media-type-415` for anything but a complete JPEG, PNG or WebP, for an animated PNG, and for more than
 * 5,000 parts or 32 scans. After a JPEG only data that cameras add may follow; of an animated WebP the first frame is
 * kept.
 */
export function rebuildImage(sent: Buffer): RebuiltImage {
  const type = readType(sent);
  const image = { type, ...REBUILD[type](sent) };
  if (image.width === 0 || image.height === 0) throw notOurs();
  return image;
}

type Rebuilt = Omit<RebuiltImage, 'type'>;
const REBUILD: Readonly<Record<RebuiltImage['type'], (sent: Buffer) => Rebuilt>> = {
  'image/png': rebuildPng,
  'image/jpeg': rebuildJpeg,
  'image/webp': rebuildWebp,
};

const PNG_START = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const JPEG_START = Buffer.of(0xff, 0xd8, 0xff);

function readType(sent: Buffer): RebuiltImage['type'] {
  if (sent.subarray(0, 8).equals(PNG_START)) return 'image/png';
  if (sent.subarray(0, 3).equals(JPEG_START)) return 'image/jpeg';
  const isRiff = sent.toString('latin1', 0, 4) === 'RIFF';
  if (isRiff && sent.toString('latin1', 8, 12) === 'WEBP') return 'image/webp';
  throw notOurs();
}

function choose(parts: readonly Part[], rules: Rules): Buffer[] {
  const seen = new Set<string>();
  return parts.flatMap((part) => {
    const { name, whole } = part;
    if (rules.kept.has(name)) return [whole];
    if (rules.refused.test(name)) throw notOurs();
    if (seen.has(name)) return [];
    seen.add(name);
    return rules.remade[name]?.(part) ?? [];
  });
}

/** Returns the parts of an image. Throws `media-type-415` above the limit. */
function listParts(parts: Iterable<Part>): Part[] {
  const list: Part[] = [];
  for (const part of parts) {
    if (list.length === MOST_PARTS) throw notOurs();
    list.push(part);
  }
  return list;
}

// ---- PNG, third edition, 5: chunks of length, name, content and check sum; IHDR first, and nothing after IEND.

const PNG: Rules = {
  kept: new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']),
  remade: {
    iCCP: ({ content, whole }) => (hasSmallProfile(content) ? whole : null),
    eXIf: ({ content }) => {
      const tiff = uprightTiff(content);
      return tiff && pngChunk('eXIf', tiff);
    },
  },
  // Critical chunks begin with a capital letter; `acTL` starts an animation.
  refused: /^[A-Z]|^acTL$/,
};

function rebuildPng(sent: Buffer): Rebuilt {
  const parts = listParts(readPngChunks(sent));
  const header = parts[0];
  if (header?.name !== 'IHDR' || header.content.length !== 13) throw notOurs();
  return {
    width: header.content.readUInt32BE(0),
    height: header.content.readUInt32BE(4),
    bytes: Buffer.concat([PNG_START, ...choose(parts, PNG)]),
  };
}

function* readPngChunks(sent: Buffer): Iterable<Part> {
  for (let at = 8; at + 12 <= sent.length; ) {
    const end = at + 12 + sent.readUInt32BE(at);
    if (end > sent.length) break;
    const name = sent.toString('latin1', at + 4, at + 8);
    yield { name, content: sent.subarray(at + 8, end - 4), whole: sent.subarray(at, end) };
    if (name === 'IEND') {
      if (end === sent.length) return;
      break;
    }
    at = end;
  }
  throw notOurs();
}

function pngChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(content.length, 0);
  chunk.set(named, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}

/** Whether an iCCP (a name, a zero, the method, the compressed profile) decompresses to a profile of at most 64 KiB. */
function hasSmallProfile(content: Buffer): boolean {
  if (content.length > PROFILE_BYTES) return false;
  try {
    inflateSync(content.subarray(content.indexOf(0) + 2), { maxOutputLength: PROFILE_BYTES });
    return true;
  } catch {
    return false;
  }
}

// ---- JPEG, ITU-T T.81, annex B: segments from SOI to EOI; after SOS, coded bytes up to the next marker.

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
/** Whether a marker has no content. */
const isBare = (marker: number): boolean => marker === 0x01 || isRestart(marker);
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;
/** Baseline, extended and progressive frames; other frames are hardly used. */
const FRAMES: readonly string[] = ['c0', 'c1', 'c2'];

const JPEG: Rules = {
  // Tables, restart interval, frame, scan; JFIF and Adobe define the colours of the components.
  kept: new Set([...FRAMES, 'c4', 'da', 'db', 'dd', 'e0', 'ee']),
  remade: {
    'e1 Exif': ({ content }) => {
      const tiff = uprightTiff(content.subarray(6));
      return tiff && jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff]));
    },
    // Segment 1 of 1: a larger profile is split over several segments.
    'e2 ICC_PROFILE': ({ content, whole }) =>
      content[12] === 1 && content[13] === 1 ? whole : null,
  },
  refused: /^[^ef]/,
};

function rebuildJpeg(sent: Buffer): Rebuilt {
  const parts = listParts(readJpegSegments(sent));
  const frames = parts.filter(({ name }) => FRAMES.includes(name));
  const scans = parts.filter(({ name }) => name === 'da');
  const [frame] = frames;
  if (!frame || frames.length > 1 || frame.content.length < 6) throw notOurs();
  if (scans.length === 0 || scans.length > MOST_SCANS) throw notOurs();
  return {
    width: frame.content.readUInt16BE(3),
    height: frame.content.readUInt16BE(1),
    bytes: Buffer.concat([Buffer.of(0xff, SOI), ...choose(parts, JPEG), Buffer.of(0xff, EOI)]),
  };
}

/**
 * Yields the segments of a JPEG. A segment's name is its marker in hexadecimal, with a suffix for Exif and for a colour
 * profile.
 */
function* readJpegSegments(sent: Buffer): Iterable<Part> {
  for (let at = 2; at + 2 <= sent.length; ) {
    const marker = sent[at + 1] ?? 0;
    if (sent[at] !== 0xff || marker === 0 || marker === SOI) break;
    if (marker === 0xff) {
      // Fill bytes may precede a marker.
      at += 1;
      continue;
    }
    if (marker === EOI) {
      if (isOfCamera(sent.subarray(at + 2))) return;
      break;
    }
    if (isBare(marker)) {
      at += 2;
      continue;
    }
    if (at + 4 > sent.length) break;
    const contentEnd = at + 2 + sent.readUInt16BE(at + 2);
    if (contentEnd < at + 4 || contentEnd > sent.length) break;
    const content = sent.subarray(at + 4, contentEnd);
    const end = marker === SOS ? endOfScan(sent, contentEnd) : contentEnd;
    yield { name: nameSegment(marker, content), content, whole: sent.subarray(at, end) };
    at = end;
  }
  throw notOurs();
}

function nameSegment(marker: number, content: Buffer): string {
  const name = marker.toString(16);
  if (marker !== 0xe1 && marker !== 0xe2) return name;
  return `${name} ${content.toString('latin1', 0, 12).split('\0', 1)[0]}`;
}

/** Returns the position of the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(sent: Buffer, from: number): number {
  for (let at = sent.indexOf(0xff, from); at >= 0; at = sent.indexOf(0xff, at + 1)) {
    const next = sent[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  return sent.length;
}

function jpegSegment(marker: number, content: Buffer): Buffer {
  const segment = Buffer.alloc(content.length + 4);
  segment.set([0xff, marker]);
  segment.writeUInt16BE(content.length + 2, 2);
  segment.set(content, 4);
  return segment;
}

/**
 * Whether the bytes after a JPEG are empty, zeros, a further picture (CIPA DC-007), the film of a moving picture, or a
 * note of the camera.
 */
function isOfCamera(tail: Buffer): boolean {
  return (
    tail.every((byte) => byte === 0) ||
    tail.subarray(0, 3).equals(JPEG_START) ||
    tail.toString('latin1', 4, 8) === 'ftyp' ||
    tail.toString('latin1', tail.length - 4) === 'SEFT'
  );
}

// ---- WebP: a RIFF of exactly the length in its header; the first chunk holds the size of the picture.

/** Flags of `VP8X` for the chunks that follow; alpha and animation are left unchanged. */
const ICC_FLAG = 0x20;
const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;
/** Bytes before the chunks of a frame: place, size, time. */
const FRAME_HEAD = 16;

const FRAME_RULES: Rules = {
  kept: new Set(['VP8 ', 'VP8L', 'ALPH']),
  remade: {},
  refused: /(?!)/,
};

const WEBP: Rules = {
  kept: new Set([...FRAME_RULES.kept, 'VP8X', 'ANIM']),
  remade: {
    ICCP: ({ content, whole }) => (content.length <= PROFILE_BYTES ? whole : null),
    EXIF: ({ content }) => {
      const isNamed = content.toString('latin1', 0, 6) === 'Exif\0\0';
      const tiff = uprightTiff(isNamed ? content.subarray(6) : content);
      return tiff && riffChunk('EXIF', tiff);
    },
    ANMF: ({ content }) => {
      const parts = listParts(readRiffChunks(content, FRAME_HEAD));
      const chosen = choose(parts, FRAME_RULES);
      return riffChunk('ANMF', Buffer.concat([content.subarray(0, FRAME_HEAD), ...chosen]));
    },
  },
  refused: /(?!)/,
};

function rebuildWebp(sent: Buffer): Rebuilt {
  if (sent.length < 30 || sent.readUInt32LE(4) + 8 !== sent.length) throw notOurs();
  const parts = listParts(readRiffChunks(sent, 12));
  const [first] = parts;
  if (!first || first.content.length < 10) throw notOurs();
  const isExtended = first.name === 'VP8X';
  // Without VP8X as the first chunk, the first chunk is the whole image.
  const chosen = choose(isExtended ? parts : [first], WEBP);
  if (isExtended) chosen[0] = flagged(first, chosen);
  const bytes = Buffer.concat([Buffer.alloc(12), ...chosen]);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WEBP', 8);
  return { ...sizeOf(first), bytes };
}

function sizeOf({ name, content }: Part): { width: number; height: number } {
  switch (name) {
    case 'VP8 ':
      return {
        width: content.readUInt16LE(6) & 0x3fff,
        height: content.readUInt16LE(8) & 0x3fff,
      };
    case 'VP8L': {
      const bits = content.readUInt32LE(1);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: content.readUIntLE(4, 3) + 1, height: content.readUIntLE(7, 3) + 1 };
    default:
      throw notOurs();
  }
}

/** Returns the head of an extended WebP, with flags for the droppable chunks that remain. */
function flagged(head: Part, chosen: readonly Buffer[]): Buffer {
  const names = chosen.map((chunk) => chunk.toString('latin1', 0, 4));
  const whole = Buffer.from(head.whole);
  const others = (whole[8] ?? 0) & ~(ICC_FLAG | EXIF_FLAG | XMP_FLAG);
  whole[8] =
    others | (names.includes('ICCP') ? ICC_FLAG : 0) | (names.includes('EXIF') ? EXIF_FLAG : 0);
  return whole;
}

function* readRiffChunks(bytes: Buffer, from: number): Iterable<Part> {
  for (let at = from; at < bytes.length; ) {
    if (at + 8 > bytes.length) throw notOurs();
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (end > bytes.length) throw notOurs();
    yield {
      name: bytes.toString('latin1', at, at + 4),
      content: bytes.subarray(at + 8, at + 8 + length),
      whole: bytes.subarray(at, end),
    };
    at = end;
  }
}

function riffChunk(name: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(8 + content.length + (content.length % 2));
  chunk.write(name, 0, 'latin1');
  chunk.writeUInt32LE(content.length, 4);
  chunk.set(content, 8);
  return chunk;
}
