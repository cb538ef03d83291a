import { istanbulDay, istanbulIso } from '@rasat/contract';

/** Formats a day in Istanbul, the same in every language: `21.11.2026`. */
export function shortDay(timeMs: number): string {
  return istanbulDay(timeMs).split('-').toReversed().join('.');
}

/** Formats a moment in Istanbul, the same in every language: `21.11.2026 14:02`. */
export function shortMoment(timeMs: number): string {
  return `${shortDay(timeMs)} ${istanbulIso(timeMs).slice(11)}`;
}
