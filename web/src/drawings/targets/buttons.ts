import type { DrawingButtons } from '../drawing-buttons.ts';

/** The button of the take profits. */
export const targetsButtons = {
  buttons: [{ id: 'targets', box: null }],
  group: 'drawings',
  stripPlace: 3,
  texts: { full: 'targetsLong', header: 'targets', strip: 'targets' },
  key: { letter: 'h' },
  missing: 'nothing',
  help: 'targets',
  mark: () => 'w-2.75 border-t-2 border-dashed border-up',
} as const satisfies DrawingButtons;
