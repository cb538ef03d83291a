/** A part of a legal text: what it is about, then paragraphs, then, where there is one, a list. */
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

/** A legal text as it is in force. */
export interface LegalText extends LegalWording {
  /** Grows with every change of the wording; people who agreed to an earlier one are asked again. */
  readonly version: string;
  /** Since when it is in force, `YYYY-MM-DD`. */
  readonly date: string;
  /** SHA-256 of the wording as `legalBytes` writes it, in hexadecimal. */
  readonly sha256: string;
}

/** The bytes of a wording that its SHA-256 is taken of: JSON of title and sections, in that order of keys. */
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
