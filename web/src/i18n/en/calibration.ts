/** How often the chances of touch came true, and the registered looks at them. */
export const calibration = {
  failed: 'The calibration could not be loaded',
  computedAt: 'Computed {{moment}} Istanbul time, model {{model}}',
  question: 'Are the chances of touch right on average, over all weekly levels of all symbols?',
  meaning:
    'The answer is the mean error: the chance less the share of levels that price reached. A chance says how far, not which way.',
  answer: {
    none: 'No figures yet: no chance that counts has been published.',
    noneAfter: 'No figures yet: chances published after {{date}} count.',
    running:
      'No answer yet. Running since {{since}}; the first look, at {{weeks}} weeks, is due on {{due}}.',
    waiting:
      'No answer yet. Running since {{since}}; the first look is due {{weeks}} weeks after the first weekly levels, and one more week for the last candles.',
    contains:
      'No error shown. In the look at {{weeks}} weeks the mean error is {{value}}, interval of {{z}} standard errors {{range}}, n = {{n}}. The interval contains 0.',
    high: 'The chances were too high. In the look at {{weeks}} weeks the mean error is {{value}}, interval of {{z}} standard errors {{range}}, n = {{n}}. The interval does not contain 0.',
    low: 'The chances were too low. In the look at {{weeks}} weeks the mean error is {{value}}, interval of {{z}} standard errors {{range}}, n = {{n}}. The interval does not contain 0.',
    short:
      'No answer: the {{weeks}} weeks of the last look have too few levels for an interval, n = {{n}}.',
    next: 'The next look is due on {{due}}.',
  },
  before: 'Before the first look no conclusion follows from the figures below.',
  secondary: 'All figures below are secondary and do not answer the question.',
  toRows: 'See the rows of the chances',
  looks: {
    caption: 'Three looks, set in advance',
    question: 'What is looked at',
    weeks: '{{weeks}} weeks',
    taken: 'taken {{date}}',
    due: 'due {{date}}',
    later: 'not due yet',
    z: '± {{z}} standard errors',
    n: 'Weekly levels, n',
    primary: 'Mean error of all of them: the primary question',
    bin: 'Mean error of chances of {{bin}}',
    cone: {
      cone: {
        '1d': 'Days inside the {{share}} cone, of 100',
        '1w': 'Weeks inside the {{share}} cone, of 100',
        '4w': 'Spans of four weeks inside the {{share}} cone, of 100',
      },
    },
    skill: 'Skill against the plain chance',
    note: 'Questions, times and widths of the intervals were set before the first row. All but the primary question are secondary. A look that was taken never changes.',
  },
  backtest: {
    text: 'None of these chances is a row of the record: they were not published at the time, and no conclusion follows from them. The formulas may have been chosen on such candles.',
    progress: '{{done}} of {{all}} symbols are computed; the figures are those of these symbols.',
  },
  choices: {
    scope: 'Symbols',
    scopes: { all: 'All symbols', main: 'Without trial', trial: 'On trial' },
    group: 'Levels',
    groups: {
      all: 'All',
      weekly: 'Weekly levels',
      boxes: 'Boxes',
      short: 'Short',
      middle: 'Middle',
      long: 'Long',
    },
    scopeNote: {
      all: 'Every symbol, on trial or not.',
      main: 'Symbols whose chances are not on trial.',
      trial:
        'Hourly prices of shares and share indices: in measurements their chances were a few points off.',
      category: 'Every symbol of the category, on trial or not.',
    },
    groupNote: {
      all: 'Weekly levels and the edges of boxes together.',
      weekly: 'The levels of a week, until its end.',
      boxes: 'Top and bottom of boxes, until the last time for an entry.',
      short: 'Chances with a time of up to half a market week.',
      middle: 'Chances with a time of more than half a market week, up to two.',
      long: 'Chances with a time of more than two market weeks, up to eight.',
    },
    csv: 'Figures as CSV',
  },
  none: {
    title: 'No chance has an outcome yet',
    text: 'A chance counts when its time is over.',
    backtestTitle: 'The backtest is being computed',
    backtestText: 'The page refreshes by itself when the first symbols are ready.',
    group: 'No level of this choice has an outcome yet',
  },
  interval: '95% interval {{range}}',
  few: 'no interval yet: {{weeks}} of {{needed}} weeks',
  rare: 'no interval: too few outcomes of one sort',
  noInterval: 'no interval',
  n: 'n = {{n}}',
  summary: {
    error: 'Mean error',
    errorText:
      'The chance less the share that was reached, in percentage points. Plus: the chances were too high. Minus: too low.',
    gap: 'Calibration error',
    gapText:
      'Mean distance between chance and share in the ten ranges of chances, whichever way. It is above 0 even when all chances are right.',
    brier: 'Brier score',
    brierText:
      'Mean square of the distance between chance and outcome; 0 is best. The plain chance, from the average daily range alone: {{plain}}.',
    brierAlone: 'Mean square of the distance between chance and outcome; 0 is best.',
    skill: 'Skill against the plain chance',
    skillText:
      'Plus: a smaller Brier score than the plain chance. Minus: a larger one. It says nothing about gains.',
    skillNone: 'No level has a plain chance to compare with.',
  },
  diagram: {
    title: 'Chance given and share reached',
    meta: 'Point size: number of levels',
    given: 'Chance given',
    reached: 'Share reached',
    bins: 'Choose a range of chances',
    hint: 'On the dashed line as many levels were reached as the chances say. Below it the chances were too high, above it too low.',
    missed:
      'Of twenty intervals one misses the line by chance alone; here {{missed}} of {{all}} miss it.',
    summary:
      'Diagram of the share of levels that price reached, beside the chance given, in ranges of ten points. The figures are in the table.',
    read: 'Of the levels that we gave {{bin}}, {{forecast}} on average, {{seen}} were reached, n = {{n}}, 95% interval {{range}}.',
    readFew:
      'Of the levels that we gave {{bin}}, {{forecast}} on average, {{seen}} were reached, n = {{n}}, {{why}}.',
    line: 'As the chances say',
    point: 'Share reached, with its 95% interval',
    open: 'Share reached, without an interval',
  },
  columns: {
    bin: 'Chance',
    forecast: 'Mean chance',
    seen: 'Reached',
    error: 'Mean error',
    gap: 'Calibration error',
    skill: 'Skill',
    promised: 'Should stay inside, of 100',
    inside: 'So far, of 100',
    drawn: 'Difference, drawn',
    day: '80% cone, 1 day, of 100',
    week: '80% cone, 1 week, of 100',
  },
  cones: {
    title: 'Range cones',
    meta: 'Paths that stayed between the two edges',
    sentence:
      '{{promised}} should stay inside; of those that ended {{inside}} of 100 did (n {{n}}).',
    hint: 'The line at the right is the 95% interval; brass is what the cone says. From end to end it is 20 points wide.',
    none: 'No cone has an outcome yet',
    caption: '{{cone}}, n = {{n}}',
  },
  categories: {
    title: 'By category',
    caption: 'Figures of each category',
    none: 'No category has an outcome yet',
  },
  left: {
    title: 'Not in the figures',
    voids: 'Void',
    voidsText: 'No candle lay in their time, or their series ended before it was over.',
    late: 'Late',
    lateText: 'Published more than five minutes after the close of their candle.',
    open: 'Still open',
    openText: 'Their time is not over.',
  },
};
