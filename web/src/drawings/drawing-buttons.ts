import type { BoxKind } from '@rasat/contract';
import type { Catalogue, LaterCatalogue } from '../i18n/catalogue.ts';

/** A text below `toggles` of the chart's catalogue. It may contain `{{name}}`, the name of the button's box. */
type ButtonText = keyof LaterCatalogue['chart']['toggles'];

/** A letter, or the digits in the order of the buttons, alone or with Shift. */
export type DrawingKey = { readonly letter: string } | { readonly digits: 'alone' | 'shifted' };

/**
 * The buttons of one kind of drawing: toolbar, palette, keys and help are built from these. No member is optional, so
 * that no kind forgets one. The drawing itself is a `DrawingKind`, which only the chart loads.
 */
export interface DrawingButtons {
  /** The buttons, one for each drawing; `box` is the box of the drawing. */
  readonly buttons: readonly { readonly id: string; readonly box: BoxKind | null }[];
  /** The group of the header that contains them. */
  readonly group: 'drawings' | 'boxes' | 'levels';
  /** Place of the kind in a phone's row, from the left. */
  readonly stripPlace: number;
  /** Text of a button in full, in the header, and in a phone's row; null for the name of its box. */
  readonly texts: {
    readonly full: ButtonText;
    readonly header: ButtonText | null;
    readonly strip: ButtonText | null;
  };
  readonly key: DrawingKey;
  /** Its line in the list of shortcuts. */
  readonly help: keyof Catalogue['shell']['help']['chart'];
  /** Classes of the sign before the text of a button. */
  mark(pressed: boolean): string;
}
