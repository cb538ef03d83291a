import { inflateSync } from 'node:zlib';

/** Returns the lines of a PDF as a reader copies them out, through the characters that its fonts map. */
export function readPdfText(pdf: Buffer): string[] {
  const objects = readObjects(pdf.toString('latin1'));
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  for (const { head } of objects.values()) {
    for (const [, list = ''] of head.matchAll(/\/Font <<([^>]*)>>/g)) {
      for (const [, name = '', id = ''] of list.matchAll(/\/(\w+) (\d+) 0 R/g)) {
        const [, map = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '') ?? [];
        fonts.set(name, readCharacters(objects.get(map)?.stream ?? ''));
      }
    }
  }
  const lines: string[] = [];
  for (const { stream } of objects.values()) {
    for (const [, block = ''] of stream.matchAll(/BT\n([\s\S]*?)ET\n/g)) {
      const [, font = ''] = /\/(\w+) [\d.]+ Tf/.exec(block) ?? [];
      const characters = fonts.get(font);
      const glyphs = [...block.matchAll(/<([0-9a-f]+)>/g)].flatMap(
        ([, run = '']) => run.match(/.{4}/g) ?? [],
      );
      lines.push(glyphs.map((glyph) => characters?.get(glyph) ?? '\uFFFD').join(''));
    }
  }
  return lines;
}

interface PdfObject {
  readonly head: string;
  /** Stream as latin1, decompressed; empty without a stream. */
  readonly stream: string;
}

function readObjects(file: string): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>();
  for (const match of file.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const from = match.index + match[0].length;
    const end = file.indexOf('endobj', from);
    const begin = file.indexOf('stream\n', from);
    const hasStream = begin >= 0 && begin < end;
    const head = file.slice(from, hasStream ? begin : end);
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const bytes = file.slice(begin + 7, begin + 7 + length);
    const packed = head.includes('/FlateDecode');
    const stream = packed ? inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1') : bytes;
    objects.set(match[1] ?? '', { head, stream: hasStream ? stream : '' });
  }
  return objects;
}

/** Reads the characters of a font's glyphs from its table for copied text. */
function readCharacters(map: string): ReadonlyMap<string, string> {
  const characters = new Map<string, string>();
  for (const [, first = '', list = ''] of map.matchAll(
    /<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g,
  )) {
    const entries = [...list.matchAll(/<([0-9a-f ]+)>/g)];
    for (const [at, [, codes = '']] of entries.entries()) {
      const glyph = (Number.parseInt(first, 16) + at).toString(16).padStart(4, '0');
      const units = codes.split(' ').map((code) => Number.parseInt(code, 16));
      characters.set(glyph, String.fromCharCode(...units));
    }
  }
  return characters;
}
