import { RESOLUTIONS } from '@rasat/contract';
import type { Resolution } from '@rasat/engine';
import { useEffect, useEffectEvent } from 'react';
import { DRAWING_BUTTONS, type DrawingId } from '../../drawings/buttons.ts';
import { isTyping } from '../../ui/keys.ts';
import { useOverlay } from '../../ui/overlay.ts';
import { useLook } from '../../ui/theme.ts';

/** Action of a key on the chart page, independent of the focus. */
export type ChartAct =
  | { readonly act: 'press'; readonly id: DrawingId }
  | { readonly act: 'resolution'; readonly step: 1 | -1 }
  | { readonly act: 'escape' }
  | { readonly act: 'fullscreen' };

/** A key press; `code` names the physical key, independent of the layout. */
export interface ChartKey {
  readonly key: string;
  readonly code: string;
  readonly shift: boolean;
  /** Ctrl, ⌘ or Alt. */
  readonly modified: boolean;
}

/** Returns the action of a key; null without one. */
export function findChartAct({ key, code, shift, modified }: ChartKey): ChartAct | null {
  if (modified) return null;
  if (key === 'Escape') return { act: 'escape' };
  // Shift changes the character of a digit key, so that digits are read from the key code.
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
  const name = digit ?? key.toLowerCase().replace(/\d/, '');
  const pressed = shift ? `Shift ${name}` : name;
  if (pressed === 'Shift f') return { act: 'fullscreen' };
  if (pressed === ',') return { act: 'resolution', step: -1 };
  if (pressed === '.') return { act: 'resolution', step: 1 };
  const button = DRAWING_BUTTONS.find(({ keys }) => keys.join(' ') === pressed);
  return button ? { act: 'press', id: button.id } : null;
}

/** Returns the next longer or shorter resolution of the symbol's own; the same one at the ends. */
export function stepResolution(
  current: Resolution,
  step: 1 | -1,
  available: readonly Resolution[],
): Resolution {
  const known = RESOLUTIONS.filter((resolution) => available.includes(resolution));
  return known[known.indexOf(current) + step] ?? current;
}

/** Listens for the chart's keys, except in fields and overlays. With single-key shortcuts off, only Escape works. */
export function useChartKeys(onAct: (act: ChartAct) => void): void {
  const overlay = useOverlay();
  const { keys } = useLook();
  const listening = overlay === null;
  const act = useEffectEvent(onAct);
  useEffect(() => {
    if (!listening) return undefined;
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTyping(event.target)) return;
      const read = findChartAct({
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
