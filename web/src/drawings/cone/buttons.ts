import type { DrawingButtons } from '../drawing-buttons.ts';

/** The button of the range cones. */
export const coneButtons = {
  buttons: [{ id: 'cone', box: null }],
  group: 'drawings',
  stripPlace: 5,
  texts: { full: 'cone', header: 'cone', strip: 'cone' },
  key: { letter: 'k' },
  missing: 'noHistory',
  help: 'cone',
  mark: () =>
    'h-2.75 w-2.75 forced-color-adjust-none bg-(--cone-l) [clip-path:polygon(0_50%,100%_0,100%_100%)]',
} as const satisfies DrawingButtons;
