/** A signal's row of the record, and how signals of its kind fared. */
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
  setupTitle: 'Setup',
  verdict: {
    differs: 'Differs from the baseline',
    'not-proven': 'Difference not proven',
    few: 'few',
  },
  verdictNote: 'The verdict goes by the difference in R, not by the hit rate.',
  rate: {
    known:
      'TP1 {{rate}} (95% interval {{low}}–\u2060{{high}}), baseline {{baseline}}, n\u00a0=\u00a0{{n}}',
    few: 'few: n\u00a0=\u00a0{{n}}',
    none: 'Not enough resolved signals in the record',
    range: '{{low}}–{{high}}',
  },
  allCategories: 'All categories',
  backfill: 'Back-filled',
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
