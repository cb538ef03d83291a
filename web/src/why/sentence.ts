import type { WhySubject } from './subject.ts';

/** A sentence of the catalogue, below `rule.`, with its values. */
export interface Sentence {
  readonly key: string;
  readonly values: Readonly<Record<string, string | number>>;
}

function edgeKey(subject: WhySubject, edge: 'top' | 'bottom'): string {
  const { basis } = subject;
  if (basis?.rule === 'crystal') return 'edge.cluster';
  if (basis?.rule !== 'box') return 'edge.far';
  const pivotEdge = basis.pivot.way === 'up' ? 'bottom' : 'top';
  return edge === pivotEdge ? 'edge.pivot' : 'edge.far';
}

/** Returns the fraction of a box's duration at which a time line is, such as `1/4`; empty without a derivation. */
function fractionOf(subject: WhySubject): string {
  const step = subject.derivation?.steps.find((each) => each.name === 'fraction');
  const [numerator, denominator] = step?.operands ?? [];
  return numerator && denominator ? `${numerator.value}/${denominator.value}` : '';
}

function timeSentence(subject: WhySubject, line: string): Sentence {
  if (line === 'start') {
    return {
      key: subject.basis?.rule === 'crystal' ? 'time.startCrystal' : 'time.start',
      values: {},
    };
  }
  const bars = subject.derivation?.inputs.find((input) => input.name === 'n')?.value;
  const counted = subject.derivation?.steps.find((step) => step.name === 'bars')?.result;
  if (line === 'end') return { key: 'time.end', values: { bars: bars ?? counted ?? 0 } };
  const key = subject.box?.kind === 'hayyam' ? 'time.cycle33' : 'time.fraction';
  return { key, values: { fraction: fractionOf(subject) } };
}

/**
 * Returns the sentence of a subject's rule, and a second one for a rule with a further consequence. `closeWord` names
 * the close at which trades are made: hourly, or daily without hourly data.
 */
export function composeSentences(subject: WhySubject, closeWord: string): Sentence[] {
  const { kind } = subject;
  const [room, part = ''] = kind.split('.');
  const close = { close: closeWord };
  if (kind === 'box.top') return [{ key: edgeKey(subject, 'top'), values: {} }];
  if (kind === 'box.bottom') return [{ key: edgeKey(subject, 'bottom'), values: {} }];
  if (room === 'time') {
    const first = timeSentence(subject, part);
    return part === 'lQuarter' ? [first, { key: 'time.lQuarter', values: {} }] : [first];
  }
  if (kind === 'chance') {
    const base = subject.basis?.rule === 'touch' ? subject.basis.base : '60';
    return [{ key: `chance.${base}`, values: {} }];
  }
  if (kind === 'condition.p') {
    const setup = subject.basis?.rule === 'condition' ? subject.basis.setup : 'pivot';
    return [{ key: `condition.${setup}`, values: {} }];
  }
  if (kind === 'levels.target') {
    return [{ key: 'levels.target', values: { step: (subject.index ?? 0) + 1 } }];
  }
  if (room === 'cone') {
    const of = Math.round((subject.cone?.share ?? 0) * 100);
    return [{ key: part.startsWith('day') ? 'cone.day' : 'cone.week', values: { of } }];
  }
  if (kind === 'gann') {
    const step = subject.index ?? 0;
    if (step === 0) return [{ key: 'gann.anchor', values: {} }];
    return [
      { key: 'gann.line', values: { step: Math.abs(step), side: step > 0 ? 'above' : 'below' } },
    ];
  }
  return [{ key: kind, values: close }];
}

/** Returns whether the subject is a geometric convention that was measured to have no effect. */
export function isConvention(subject: WhySubject): boolean {
  return (
    subject.kind === 'gann' ||
    subject.kind.startsWith('levels.') ||
    subject.kind.startsWith('time.')
  );
}
