import type { ByteSource } from './byte-source.ts';

/** A line without its ending; `last` marks one that the file ends without a line break. */
export interface TextLine {
  readonly line: number;
  readonly text: string;
  readonly last: boolean;
}

const LONGEST_LINE = 65_536;

/** The encoding that a byte order mark gives; UTF-8 without one. */
function encodingOf(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

/** Whether content is text: UTF-16 by its mark, or without a zero byte at its head. */
export function isText(head: Uint8Array): boolean {
  return encodingOf(head) !== 'utf-8' || !head.includes(0);
}

/** The content as text, in pieces. */
export async function* readText(source: ByteSource): AsyncGenerator<string> {
  // The byte order mark is dropped by the decoder.
  const decoder = new TextDecoder(encodingOf(source.head));
  for await (const chunk of source.chunks()) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** The beginning of the content, and whether that is all of it. */
export async function readSample(
  source: ByteSource,
  length: number,
): Promise<{ text: string; whole: boolean }> {
  let text = '';
  for await (const piece of readText(source)) {
    text += piece;
    if (text.length >= length) return { text, whole: false };
  }
  return { text, whole: true };
}

/**
 * Lines of every convention, numbered from 1, in batches: one wait per batch instead of one per line. A line beyond
 * 65,536 characters is cut there; it is one line all the same.
 */
export async function* readLines(
  pieces: AsyncIterable<string>,
): AsyncGenerator<readonly TextLine[]> {
  let rest = '';
  let line = 0;
  /** Whether what follows up to the next line break belongs to a line that was cut. */
  let isCut = false;
  for await (const piece of pieces) {
    const text = rest + piece;
    const batch: TextLine[] = [];
    let from = 0;
    for (;;) {
      const end = text.indexOf('\n', from);
      if (end === -1) break;
      const until = end > from && text.charCodeAt(end - 1) === 13 ? end - 1 : end;
      if (!isCut) {
        line += 1;
        batch.push({
          line,
          text: text.slice(from, Math.min(until, from + LONGEST_LINE)),
          last: false,
        });
      }
      isCut = false;
      from = end + 1;
    }
    if (!isCut && text.length - from > LONGEST_LINE) {
      line += 1;
      batch.push({ line, text: text.slice(from, from + LONGEST_LINE), last: false });
      isCut = true;
    }
    rest = isCut ? '' : text.slice(from);
    if (batch.length > 0) yield batch;
  }
  if (rest !== '') yield [{ line: line + 1, text: rest.replace(/\r$/, ''), last: true }];
}
