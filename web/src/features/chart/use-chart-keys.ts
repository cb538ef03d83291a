import { BOXES, RESOLUTIONS } from '@rasat/contract';
import type { Resolution } from '@rasat/engine';
import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '../../ui/keys.ts';
import { useOverlay } from '../../ui/overlay.ts';
import { useLook } from '../../ui/theme.ts';
import { type DrawingId, LEVEL_KINDS } from './buttons.ts';

/** What a key does on the chart page, wherever the focus is. */
export type ChartAct =
  | { readonly act: 'press'; readonly id: DrawingId }
  | { readonly act: 'resolution'; readonly step: 1 | -1 }
  | { readonly act: 'escape' }
  | { readonly act: 'fullscreen' };

/** One press of a key; `code` names the key itself, whatever letter it types. */
export interface ChartKey {
  readonly key: string;
  readonly code: string;
  readonly shift: boolean;
  /** Ctrl, ⌘ or Alt. */
  readonly modified: boolean;
}

const LETTERS: Readonly<Record<string, DrawingId>> = { n: 'gann', r: 'crystal', h: 'targets' };

/** What a key means; null when it means nothing here. */
export function readChartKey({ key, code, shift, modified }: ChartKey): ChartAct | null {
  if (modified) return null;
  if (key === 'Escape') return { act: 'escape' };
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
  if (digit !== undefined) {
    const level = LEVEL_KINDS[Number(digit) - 1];
    const box = BOXES[Number(digit) - 1];
    if (shift) return level ? { act: 'press', id: `levels.${level}` } : null;
    return box ? { act: 'press', id: `box.${box.kind}` } : null;
  }
  const letter = key.toLowerCase();
  if (shift) return letter === 'f' ? { act: 'fullscreen' } : null;
  if (key === ',') return { act: 'resolution', step: -1 };
  if (key === '.') return { act: 'resolution', step: 1 };
  const id = Object.hasOwn(LETTERS, letter) ? LETTERS[letter] : undefined;
  return id ? { act: 'press', id } : null;
}

/** The resolution a step longer or shorter among those that a symbol has; the same one at the ends. */
export function stepResolution(
  current: Resolution,
  step: 1 | -1,
  available: readonly Resolution[],
): Resolution {
  const known = RESOLUTIONS.filter((resolution) => available.includes(resolution));
  return known[known.indexOf(current) + step] ?? current;
}

/** Listens for the chart's keys while nobody types, nothing lies over the page, and single keys are not switched off. */
export function useChartKeys(onAct: (act: ChartAct) => void): void {
  const overlay = useOverlay();
  const { keys } = useLook();
  const listening = overlay === null;
  const act = useEffectEvent(onAct);
  useEffect(() => {
    if (!listening) return undefined;
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTyping(event.target)) return;
      const read = readChartKey({
        key: event.key,
        code: event.code,
        shift: event.shiftKey,
        modified: event.ctrlKey || event.metaKey || event.altKey,
      });
      if (!read || (!keys && read.act !== 'escape') || event.repeat) return;
      event.preventDefault();
      act(read);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [listening, keys]);
}
