/** A section of a legal text: title, paragraphs and an optional list. */
export interface LegalSection {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly list?: readonly string[];
}

/** The wording of a legal text, in Turkish. */
export interface LegalWording {
  readonly title: string;
  readonly sections: readonly LegalSection[];
}

/** A legal text in force. */
export interface LegalText extends LegalWording {
  /** Rises with every change of the wording; people who accepted an earlier version must accept it again. */
  readonly version: string;
  /** Date from which it is in force, `YYYY-MM-DD`. */
  readonly date: string;
  /** SHA-256 of the wording as `legalBytes` writes it, in hexadecimal. */
  readonly sha256: string;
}

/** Returns the text whose SHA-256 is that of a wording: JSON of title and sections, in that order of keys. */
export function legalBytes({ title, sections }: LegalWording): string {
  return JSON.stringify({
    title,
    sections: sections.map(({ heading, paragraphs, list }) => ({
      heading,
      paragraphs,
      ...(list && { list }),
    })),
  });
}
