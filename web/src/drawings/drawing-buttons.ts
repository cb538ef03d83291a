import type { BoxKind } from '@rasat/contract';
import type { Catalogue, LaterCatalogue } from '../i18n/catalogue.ts';

/** A text below `toggles` of the chart's catalogue. It may contain `{{name}}`, the name of the button's box. */
type ButtonText = keyof LaterCatalogue['chart']['toggles'];

/** Key of a button: a letter, or digits in the order of the buttons, alone or with Shift. */
export type DrawingKey = { readonly letter: string } | { readonly digits: 'alone' | 'shifted' };

/**
 * Buttons of one kind of drawing, from which toolbar, palette, keys and help are built. No member is optional, so that
 * no kind forgets one. The drawing itself is a `DrawingKind`, which only the chart loads.
 */
export interface DrawingButtons {
  /** The buttons, one for each drawing; `box` is the box of the drawing. */
  readonly buttons: readonly { readonly id: string; readonly box: BoxKind | null }[];
  /** Group of the header with these buttons. */
  readonly group: 'drawings' | 'boxes' | 'levels';
  /** Place of the kind in a phone's row, from the left. */
  readonly stripPlace: number;
  /** Text of a button in full, in the header, and in a phone's row; null for the name of the button's box. */
  readonly texts: {
    readonly full: ButtonText;
    readonly header: ButtonText | null;
    readonly strip: ButtonText | null;
  };
  readonly key: DrawingKey;
  /** Text of the chart's catalogue that says why there is nothing to draw. */
  readonly missing: 'nothing' | 'noHistory';
  /** Key of its line in the list of shortcuts. */
  readonly help: keyof Catalogue['shell']['help']['chart'];
  /** Returns the classes of the symbol before a button's text. */
  mark(pressed: boolean): string;
}
