import type { Basis, TouchClass } from '@rasat/engine';
import { type Figure, figureOf, splitName } from './arithmetic.ts';
import type { WhySubject } from './subject.ts';

/** One input of a value: its name, its figure, and its time, if it belongs to a candle. */
export type InputRow =
  | {
      readonly kind: 'figure';
      readonly figure: Figure;
      readonly timeMs: number | null;
      /** Edge of the candle that the figure is; null for other figures. */
      readonly edge: 'high' | 'low' | null;
    }
  | { readonly kind: 'count'; readonly name: 'pivots'; readonly count: number }
  | { readonly kind: 'moment'; readonly name: 'confirmed'; readonly timeMs: number }
  | { readonly kind: 'class'; readonly touchClass: TouchClass }
  | {
      readonly kind: 'pivot';
      readonly name: 'signalPivot' | 'mainPivot';
      readonly way: 'up' | 'down';
      readonly level: number;
      readonly timeMs: number;
    };

/** Names of inputs that are a pivot's level. */
const EXTREMES = new Set(['pivotLevel', 'extreme']);

function edgeOf(name: string, basis: Basis): 'high' | 'low' | null {
  const extreme = EXTREMES.has(name) || (name === 'anchor' && basis.rule === 'gann');
  if (!extreme || !('pivot' in basis)) return null;
  return basis.pivot.way === 'up' ? 'low' : 'high';
}

function pivotRows(basis: Basis): InputRow[] {
  if (!('pivot' in basis)) return [];
  const { pivot } = basis;
  const rows: InputRow[] = [];
  if (basis.rule === 'condition') {
    const row = (name: 'signalPivot' | 'mainPivot', of: typeof pivot): InputRow => ({
      kind: 'pivot',
      name,
      way: of.way,
      level: of.level,
      timeMs: of.openTimeMs,
    });
    rows.push(row('signalPivot', pivot), row('mainPivot', basis.seer));
  }
  rows.push({ kind: 'moment', name: 'confirmed', timeMs: pivot.confirmedMs });
  return rows;
}

/**
 * Returns the inputs of a value in the order of its derivation. Members of a list, such as the pivots of a cluster, are
 * counted; only the member that is the value has its own row. Empty when the value could not be derived.
 */
export function composeInputs(subject: WhySubject): InputRow[] {
  const { derivation, basis } = subject;
  if (!derivation || !basis) return [];
  const rows: InputRow[] = [];
  const chosen = new Set(
    derivation.steps.filter((step) => step.op === 'select').map((step) => step.operands[0]?.name),
  );
  let listed = 0;
  for (const input of derivation.inputs) {
    const { place } = splitName(input.name);
    if (place !== null) {
      listed += 1;
      if (!chosen.has(input.name)) continue;
    }
    rows.push({
      kind: 'figure',
      figure: figureOf(input, derivation),
      // The inputs of a cone are of its start, which belongs to no candle.
      timeMs: derivation.target === 'edge' ? null : (input.timeMs ?? null),
      edge: edgeOf(input.name, basis),
    });
  }
  if (listed > 0) rows.push({ kind: 'count', name: 'pivots', count: listed });
  if (basis.rule === 'touch') rows.push({ kind: 'class', touchClass: basis.touchClass });
  return [...rows, ...pivotRows(basis)];
}
