import type { LaterCatalogue } from '../catalogue.ts';

/** The tour of the dashboard. */
export const tour: LaterCatalogue['tour'] = {
  step: '{{at}} / {{of}}',
  skip: 'Skip the tour',
  back: 'Back',
  next: 'Next',
  done: 'To the dashboard',
  mark: 'explains a term',
  closed: 'The symbol page comes with a subscription; the chart is open to you.',
  title: {
    symbol: 'Start with a symbol',
    ladder: 'Read the ruler',
    ask: 'Ask what you do not know',
  },
  text: {
    symbol:
      'Five markets side by side. The triangle at the left says that a symbol has an open trade condition: up for buy, down for sell. Press a symbol to open its page.',
    ladder:
      'Each condition is a ruler: stop loss at the left, then the entry, two targets at the right. The brass ring is the last price; left of the entry, the condition is at a loss.',
    ask: 'The question mark beside a heading explains its term with a picture; the glossary has all of them. On the symbol page and the chart, the Why button shows which candles a number comes from.',
  },
};
