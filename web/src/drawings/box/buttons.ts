import { BOXES } from '@rasat/contract';
import type { DrawingButtons } from '../drawing-buttons.ts';

/** A button for each box. */
export const boxButtons = {
  buttons: BOXES.map(({ kind }) => ({ id: `box.${kind}` as const, box: kind })),
  group: 'boxes',
  stripPlace: 1,
  texts: { full: 'box', header: null, strip: null },
  key: { digits: 'alone' },
  missing: 'nothing',
  help: 'boxes',
  mark: (pressed) =>
    `size-2.25 rounded-[2px] border-[1.5px] border-bx-l forced-color-adjust-none ${pressed ? 'bg-bx' : ''}`,
} as const satisfies DrawingButtons;
