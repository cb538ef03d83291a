/** A piece of a line: words, or an address to open. */
export type Piece =
  | { readonly kind: 'words'; readonly text: string }
  /** `path` when it is a page of this site. */
  | {
      readonly kind: 'link';
      readonly text: string;
      readonly href: string;
      readonly path: string | null;
    };

/** A block of a mail's text: a paragraph, a code that stands alone, or the sender's closing lines. */
export type Block =
  | { readonly kind: 'paragraph' | 'closing'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'code'; readonly code: string };

const ADDRESS = /https?:\/\/[^\s<>"]+/g;
const CODE = /^ {4}(\S+)$/;
const CLOSING = /^-- ?\n/;

/** Takes the plain text of a mail apart. Nothing in it is read as markup. */
export function readBlocks(text: string, origin: string): Block[] {
  return text
    .replace(/\r\n/g, '\n')
    .split(/\n{2,}/)
    .map((block) => block.replace(/\s+$/, ''))
    .filter((block) => block !== '')
    .map((block): Block => {
      const [, code] = CODE.exec(block) ?? [];
      if (code !== undefined) return { kind: 'code', code };
      return CLOSING.test(block)
        ? { kind: 'closing', pieces: readPieces(block.replace(CLOSING, ''), origin) }
        : { kind: 'paragraph', pieces: readPieces(block, origin) };
    });
}

function readPieces(text: string, origin: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    // What ends the sentence does not belong to the address.
    const href = found.replace(/[.,;:!?)\]]+$/, '');
    if (index > at) pieces.push({ kind: 'words', text: text.slice(at, index) });
    pieces.push({ kind: 'link', text: href, href, path: pathHere(href, origin) });
    at = index + href.length;
  }
  if (at < text.length) pieces.push({ kind: 'words', text: text.slice(at) });
  return pieces;
}

/**
 * The path of an address of this site. Mails are kept only where the site's own address means this machine, whatever it
 * is called and wherever it listens now.
 */
function pathHere(href: string, origin: string): string | null {
  const url = URL.parse(href);
  if (!url) return null;
  const here = url.origin === origin || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  return here ? `${url.pathname}${url.search}${url.hash}` : null;
}
