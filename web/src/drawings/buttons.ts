import type { BoxKind } from '@rasat/contract';
import { boxButtons } from './box/buttons.ts';
import { boxLevelsButtons } from './box-levels/buttons.ts';
import { coneButtons } from './cone/buttons.ts';
import { crystalButtons } from './crystal/buttons.ts';
import type { DrawingButtons } from './drawing-buttons.ts';
import { gannButtons } from './gann/buttons.ts';
import { targetsButtons } from './targets/buttons.ts';

const BUTTONS = {
  box: boxButtons,
  'box-levels': boxLevelsButtons,
  gann: gannButtons,
  crystal: crystalButtons,
  targets: targetsButtons,
  cone: coneButtons,
} as const satisfies Readonly<Record<string, DrawingButtons>>;

/** A kind of drawing, by the name of its folder. */
export type DrawingName = keyof typeof BUTTONS;

/** A drawing that a button switches on and off. */
export type DrawingId = (typeof BUTTONS)[DrawingName]['buttons'][number]['id'];

/** Boxes of a kind's buttons. */
export type BoxOf<Name extends DrawingName> = (typeof BUTTONS)[Name]['buttons'][number]['box'];

/** One button with the properties of its kind. */
export interface DrawingButton extends Omit<DrawingButtons, 'buttons'> {
  readonly id: DrawingId;
  readonly kind: DrawingName;
  readonly box: BoxKind | null;
  /** Keys pressed together, as printed on them: `Shift`, `1`. */
  readonly keys: readonly string[];
}

const NAMES = Object.keys(BUTTONS) as DrawingName[];
const DIGIT_KEYS = { alone: [], shifted: ['Shift'] } as const;

/** All buttons, kind by kind. */
export const DRAWING_BUTTONS: readonly DrawingButton[] = NAMES.flatMap((kind) => {
  const { buttons, ...shared } = BUTTONS[kind];
  const { key }: DrawingButtons = BUTTONS[kind];
  return buttons.map((button, at) => ({
    ...shared,
    ...button,
    kind,
    keys: 'letter' in key ? [key.letter] : [...DIGIT_KEYS[key.digits], `${at + 1}`],
  }));
});

/** A line of the list of shortcuts for each kind; several keys are written as first, `–` and last. */
export const DRAWING_HELP = NAMES.map((kind) => {
  const { help } = BUTTONS[kind];
  const [first, ...more] = DRAWING_BUTTONS.filter((button) => button.kind === kind);
  const last = more.at(-1)?.keys.at(-1);
  return { help, keys: [...(first?.keys ?? []), ...(last === undefined ? [] : ['–', last])] };
});

/** Returns the button of a drawing; throws RangeError without one. */
export function getButton(id: DrawingId): DrawingButton {
  const button = DRAWING_BUTTONS.find((each) => each.id === id);
  if (!button) throw new RangeError(`no drawing is called ${id}`);
  return button;
}
