import type { DrawingButtons } from '../drawing-buttons.ts';

/** The button of the Gann spectrum. */
export const gannButtons = {
  buttons: [{ id: 'gann', box: null }],
  group: 'drawings',
  stripPlace: 2,
  texts: { full: 'gann', header: 'gannShort', strip: 'gann' },
  key: { letter: 'n' },
  missing: 'nothing',
  help: 'gann',
  mark: () =>
    'h-2.75 w-2.5 forced-color-adjust-none bg-[repeating-linear-gradient(var(--brass)_0_1px,transparent_1px_3.3px)]',
} as const satisfies DrawingButtons;
