import type { ByteSource } from './byte-source.ts';

/** A line without its ending; `last` marks a line that the file ends without a line break. */
export interface TextLine {
  readonly line: number;
  readonly text: string;
  readonly last: boolean;
}

const LONGEST_LINE = 65_536;

/** Returns the encoding that a byte order mark gives; UTF-8 without one. */
function encodingOf(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

/** Returns whether content is text: UTF-16 by its mark, or no zero byte in its head. */
export function isText(head: Uint8Array): boolean {
  return encodingOf(head) !== 'utf-8' || !head.includes(0);
}

/** Reads the content as text, in pieces. */
export async function* readText(source: ByteSource): AsyncGenerator<string> {
  // The decoder drops the byte order mark.
  const decoder = new TextDecoder(encodingOf(source.head));
  for await (const chunk of source.chunks()) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** Reads the beginning of the content, and whether that is all of it. */
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
 * Reads lines of every line-ending convention, numbered from 1. It returns batches, which saves one wait per line. A
 * line beyond 65,536 characters is cut there and remains one line.
 */
export async function* readLines(
  pieces: AsyncIterable<string>,
): AsyncGenerator<readonly TextLine[]> {
  let rest = '';
  let line = 0;
  /** Whether the text up to the next line break belongs to a line that was cut. */
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
