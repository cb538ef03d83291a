import type { LaterCatalogue } from '../catalogue.ts';

/** The explanations of the terms: popovers and the glossary page. */
export const glossary: LaterCatalogue['glossary'] = {
  title: 'Glossary',
  about:
    'Every term on the screen, with a picture and a paragraph. The question marks lead here, too.',
  search: 'Find a term',
  found: 'Terms found:',
  none: 'No term matches this search.',
  noneText: 'Try a shorter word, or clear the search.',
  terms: 'Terms',
  seen: 'Where it is seen',
  group: { analysis: 'Analysis', trade: 'Trade', honesty: 'Honesty', pages: 'Pages' },
  place: {
    symbol: 'Symbol page',
    chart: 'Chart',
    predictor: 'Predictor',
    portfolio: 'Portfolio',
    record: 'Record',
    dashboard: 'Dashboard',
  },
  text: {
    box: 'A rectangle that measures price and time, drawn from a confirmed turning point (Crystal: from clusters) and never changed. If the price leaves it, a trade opens that way; if not, it ends without one. There are five: Hayyam, 52, 144, 36, Crystal.',
    'trade-line':
      'Two lines, 1/32 of the box’s height above and below it. An hourly close above the upper one opens a buy trade, below the lower one a sell trade. A box opens one trade at most, none after three quarters of its time.',
    'weekly-levels':
      'One buy entry and one sell entry with five targets each, computed from the week’s close. They are valid for the next week only, then new ones follow. The record measures them against shifted twins.',
    seer: 'The last confirmed major turning point: a low is support, a high resistance. Under 90 days, the main seer is called middle. The close seer is a shorter-term turn, the reverse seer the turn before the main, the Crystal seer an edge of that box.',
    cycle:
      'The position of the price in its daily wave: −1 is the low, +1 the high. It is computed from the last completed day. As a percentage, 50 and above counts as positive, below as negative. It does not say where the price goes next.',
    'gann-spectrum':
      'Horizontal lines found from the last major turning point with the square of nine. Every fourth is drawn bold. It is a geometric convention; our tests found no effect of these lines on prices.',
    'trade-condition':
      'A direction, an entry, a stop loss and two targets, together on one ruler. It ends at the stop loss, at the second target, after 20 trading days, or when a newer condition replaces it. Its outcome is shown beside it.',
    setup:
      'The event that makes a trade condition. Turn confirmed: a pullback against the main seer has ended. Break: a fresh turning point fails and the price crosses it in the main direction. The record counts the two separately.',
    'stop-loss':
      'The price at which the condition was wrong. When it is reached, the condition ends with a loss. If one candle touches both this and a target, the stop loss counts. Its distance from the entry is the risk: 1 R.',
    'take-profit':
      'The price that the condition aims at: TP1 is one range from the entry, TP2 two. A range is one daily ATR. At TP1 the condition goes on, at TP2 it ends. For a trade of a box, TP1 decides the result.',
    r: 'A result as a multiple of the risk. The stop loss is −1 R, TP1 +1 R, TP2 +2 R. If the price jumps over the stop loss in a gap, the loss is larger than 1 R. Net R is after spread and commission.',
    atr: 'The average height of the last 20 candles, gaps included. The daily ATR is an ordinary day’s movement. Distances are measured in it, so that cheap and expensive symbols compare: 0.5 ATR is near, 3 ATR is far.',
    'matched-entries':
      'Twenty to forty entries on evenly spaced days of the following year: same symbol, same direction, same distances and time limit, same hour of the day. A hit rate means something only beside them. If the two are equal, the signal has added nothing.',
    interval:
      'Results vary by chance; the interval shows how much. If the measurement were repeated many times, 95 of 100 such intervals would contain the true value. With few results it is wide. If it contains the baseline, no difference has been shown.',
    live: 'A row that was published within five minutes of the close of its candle. It was written before its outcome was known, so it cannot have been picked afterwards. A row published later is not live.',
    backtest:
      'A row computed later, from old candles. The rules may have been chosen on those very candles, so it is no sign of an advantage. It never enters the same figure as live rows.',
    simulated:
      'A price made by a computer under a real symbol’s name. It has nothing to do with the market. The same seed, symbol and time give the same price on every machine. Wherever it is shown, the screen says “simulated”.',
    imported:
      'A past price that the operator of the site imported from a file. The operator vouches for the file; Rasat has not checked it. It stays at its last candle until a new file is imported.',
    predictor:
      'The newest trade conditions of a category, newest first: direction, entry, stop loss and two targets. It is not advice; the record says how often they held.',
    portfolio:
      'The symbols that have an open trade in one of their boxes. It is not what you own; nothing is bought or sold here.',
    record:
      'Every published row and its outcome, open to all. Each row carries the hash of the row before it, so a changed row breaks the chain. A row can be downloaded and computed again on another machine.',
  },
  picture: {
    top: 'top',
    bottom: 'bottom',
    start: 'start',
    end: 'end',
    upTrade: 'buy trigger',
    downTrade: 'sell trigger',
    monday: 'Monday',
    support: 'confirmed low = support',
    entry: 'entry',
    now: 'price now',
    main: 'main seer: up',
    pullback: 'pullback ends',
    stop: 'stop loss',
    risked: 'risked',
    gained: 'gained',
    average: 'average of',
    averageOf: '20 candles',
    baseline: 'matched',
    range: '95% interval',
    value: 'measured',
    closes: 'candle closes',
    published: 'row is written',
    fiveMinutes: '≤ 5 min',
    oldBar: 'candle of that day',
    today: 'computed today',
    formula: 'seed + symbol + time = price',
    file: 'file',
    lastBar: 'last candle',
    newest: 'newest first',
    open: 'open trade',
    chain: 'each row carries the hash before it',
  },
};
