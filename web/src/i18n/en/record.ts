import { recordRows } from './record-rows.ts';

/** The record: what each signal was worth, and how to compute it again. */
export const record = {
  title: 'The record: every signal, its outcome and its baseline',
  short: 'Record',
  intro:
    'Every signal is recorded as it is published, and compared with the price afterwards. A hit rate means nothing by itself: beside it stands that of random entries in the same symbol, to the same side and at the same distance.',
  failed: 'The record could not be loaded',
  computing: {
    title: 'The figures are being computed',
    text: 'Forty random entries are followed for every signal. The page refreshes by itself when they are ready.',
    progress: 'Computed: {{percent}}',
    waiting: 'It begins when the prices are ready.',
  },
  ...recordRows,
};
