import type { DrawingButtons } from '../drawing-buttons.ts';
import { levelMark } from '../level-mark.ts';

/** The button of the crystal clusters. */
export const crystalButtons = {
  buttons: [{ id: 'crystal', box: null }],
  group: 'drawings',
  stripPlace: 4,
  texts: { full: 'crystal', header: 'crystal', strip: 'crystal' },
  key: { letter: 'r' },
  missing: 'nothing',
  help: 'crystal',
  mark: levelMark,
} as const satisfies DrawingButtons;
