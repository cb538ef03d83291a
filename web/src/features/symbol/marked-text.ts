/** A piece of a sentence: plain words, or a value that stands out. */
export interface TextPiece {
  readonly text: string;
  readonly strong: boolean;
}

const MARK = '\uE000';
const MARKED = /\uE000(\w+)\uE000/;

/** A stand-in for a placeholder's value: passes through a catalogue and is found again by `fillMarks`. */
export function markOf(name: string): string {
  return `${MARK}${name}${MARK}`;
}

/** Puts the values in the place of their marks; those that are strong stay apart from the words around. */
export function fillMarks(
  text: string,
  values: Readonly<Record<string, TextPiece>>,
): readonly TextPiece[] {
  return text.split(MARKED).flatMap((part, i) => {
    const piece = i % 2 === 1 ? values[part] : { text: part, strong: false };
    return piece && piece.text !== '' ? [piece] : [];
  });
}

/** The pieces with the first letter of the first one in capitals, by the rules of the language. */
export function capitalize(pieces: readonly TextPiece[], language: string): readonly TextPiece[] {
  const [first, ...rest] = pieces;
  if (!first) return pieces;
  const letter = String.fromCodePoint(first.text.codePointAt(0) ?? 0);
  const text = letter.toLocaleUpperCase(language) + first.text.slice(letter.length);
  return [{ ...first, text }, ...rest];
}
