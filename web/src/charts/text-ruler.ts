import { plateFont } from './scene/plates.ts';

/** Measures texts in the font of the plates, and caches their widths. */
export class TextRuler {
  readonly #context = document.createElement('canvas').getContext('2d');
  readonly #widths = new Map<string, number>();
  #family: string;

  constructor(family: string) {
    this.#family = family;
  }

  /** Sets the font family. */
  setFamily(family: string): void {
    this.#family = family;
    this.#widths.clear();
  }

  /** Returns the width of a text, CSS pixels; an estimate without a canvas. */
  widthOf(text: string): number {
    const known = this.#widths.get(text);
    if (known !== undefined) return known;
    if (!this.#context) return text.length * 6;
    this.#context.font = plateFont(this.#family);
    const { width } = this.#context.measureText(text);
    this.#widths.set(text, width);
    return width;
  }
}
