import type { BoxKind } from '@rasat/contract';
import type { DrawingButtons } from '../drawing-buttons.ts';
import { levelMark } from '../level-mark.ts';

/** All boxes except the crystal one, whose levels are a separate kind. */
const KINDS = ['hayyam', '52', '144', '36'] as const satisfies readonly BoxKind[];

/** A button for the levels of each box. */
export const boxLevelsButtons = {
  buttons: KINDS.map((kind) => ({ id: `levels.${kind}` as const, box: kind })),
  group: 'levels',
  stripPlace: 6,
  texts: { full: 'level', header: null, strip: 'level' },
  key: { digits: 'shifted' },
  missing: 'nothing',
  help: 'levels',
  mark: levelMark,
} as const satisfies DrawingButtons;
