import type { Outcome } from './outcome.ts';

const MARKS = {
  done: { colour: 'var(--ok)', path: 'M23 37l9 9 18-19' },
  bad: { colour: 'var(--bad)', path: 'M26 26l20 20M46 26L26 46' },
  open: { colour: 'var(--warn)', path: 'M36 21v17l11 8' },
} as const;

const MARK_OF: Readonly<Record<Outcome, keyof typeof MARKS>> = {
  paid: 'done',
  refunded: 'done',
  failed: 'bad',
  none: 'bad',
  open: 'open',
  waiting: 'open',
  review: 'open',
  refunding: 'open',
};

/** Draws the outcome as a tick, a cross or a clock. */
export function OutcomeMark({ outcome }: { readonly outcome: Outcome }) {
  const { colour, path } = MARKS[MARK_OF[outcome]];
  return (
    <svg
      width="72"
      height="72"
      viewBox="0 0 72 72"
      aria-hidden="true"
      fill="none"
      stroke={colour}
      className="-ml-1.5"
    >
      <circle cx="36" cy="36" r="30" strokeWidth="2" />
      <path d={path} strokeWidth="3" />
    </svg>
  );
}
