/** A signal's row of the record, and the hit rate of signals of its kind. */
export const signal = {
  recompute: 'Recompute',
  recomputeOf: 'Recompute: {{signal}}',
  name: {
    condition: '{{symbol}} trade condition, {{time}}',
    box: '{{symbol}} {{box}} box, {{term}}, {{time}}',
    levels: '{{symbol}} weekly levels, {{time}}',
  },
  term: { short: 'short term', long: 'long term' },
  setup: { pivot: 'Confirmed pivot', break: 'Break' },
  setupTitle: 'Kind of signal',
  verdict: {
    'interval-excludes-zero': 'Differs from the baseline',
    undecided: 'Difference not proven',
    few: 'few',
  },
  verdictNote: 'The verdict is based on the difference in R, not on the hit rate.',
  rate: {
    known: {
      condition:
        'TP1 came first in {{rate}} of {{n}} similar conditions (interval {{low}}–\u2060{{high}}); matched entries {{baseline}}.',
      box: 'TP1 came first in {{rate}} of {{n}} similar box trades (interval {{low}}–\u2060{{high}}); matched entries {{baseline}}.',
      levels:
        'TP1 came first in {{rate}} of {{n}} similar weekly entries (interval {{low}}–\u2060{{high}}); matched entries {{baseline}}.',
    },
    live: 'Live on {{prices}}.',
    backtest: 'Backtest on {{prices}}.',
    few: 'few: n\u00a0=\u00a0{{n}}',
    none: 'Not enough resolved signals in the record',
    range: '{{low}}–{{high}}',
  },
  allCategories: 'All categories',
  live: 'Live',
  backtest: 'Backtest',
  method: 'Method',
  record: 'Record',
  find: {
    missing: 'This signal has no row in the record yet',
    missingText:
      'Signals are written to the record a few seconds after they are published. Try again in a moment.',
    broken: 'This address does not name a signal',
    brokenText: 'The address may be incomplete or mistyped.',
    failed: 'The row of the record could not be found',
  },
};
