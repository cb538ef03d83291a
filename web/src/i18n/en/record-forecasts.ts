/** Forecasts of the record: chances that price reaches levels before a time, and cones. */
export const recordForecasts = {
  forecast: {
    name: 'Chance of touch, {{of}}',
    cone: { '1d': 'Range cone, 1 day', '1w': 'Range cone, 1 week', '4w': 'Range cone, 4 weeks' },
    kind: 'Kind',
    until: 'Until',
    listNote: 'A level counts as reached when a candle touches it or jumps over it.',
    note: 'Reached or not, newest first',
    pending: 'Known when its time is over',
    reached_one: '{{reached}} of {{all}} level reached',
    reached_other: '{{reached}} of {{all}} levels reached',
    insideYes: 'Stayed inside {{share}}: yes',
    insideNo: 'Stayed inside {{share}}: no',
    trial: 'Trial',
    trialNote:
      'On trial: in measurements the chances of this kind were off by a few points. They keep this mark until the record has enough weeks of them.',
    chances: 'Chance that price reaches each level before {{until}} Istanbul time',
    edges: 'How many of 100 should stay between the two edges until {{until}} Istanbul time',
    chance: 'Chance',
    plain: 'From daily range',
    plainNote:
      'The last column is for comparison: the same chance from the average daily range alone. The small numbers are the exact values of the record.',
    under: 'under 1%',
    over: 'over 99%',
    share: 'Should stay inside',
    of100: {
      cone: {
        '1d': '{{share}} of 100 days',
        '1w': '{{share}} of 100 weeks',
        '4w': '{{share}} of 100 spans of four weeks',
      },
    },
    low: 'Low edge',
    high: 'High edge',
    sizeNote: 'It says how far, not which way.',
    weeks: 'Market weeks',
    weeksNote:
      'The movement of a usual week of the symbol counts as 1; closed hours weigh nothing.',
    price: 'Last close at publication',
    model: 'Model',
    running: 'Its time runs until {{until}} Istanbul time; what came of it is written then.',
    cameLevels: 'Levels reached before {{until}} Istanbul time',
    cameEdges: 'Whether price stayed between the two edges until {{until}} Istanbul time',
    reachedAt: 'Reached',
    notReached: 'Not reached',
    stayed: 'Stayed inside',
    left: 'Reached an edge',
    timeNote:
      'The time is the close of the first candle that reached it; what is jumped over counts as reached.',
    emptyNote:
      'No candle lay within its time. The row is void and counts in no mean; the record states the number of such rows.',
    endedNote:
      'Its series ended on {{moment}} ({{reason}}, row {{seq}} of the register) before its time was over. The row is void and counts in no mean; the record states the number of such rows.',
    oneNote: 'One row does not show whether the chances hold; only many rows can.',
    sealedShort: {
      weekly: 'Levels and chances are shown when the week is over',
      cone: 'Edges are shown when its time is over',
      box: 'Levels and chances are shown once the last trade of its box is out of time too',
    },
    sealed: {
      weekly:
        'Its week is still running; for now only subscribers see its levels and chances. Its hash is already in the chain and cannot change. When the week is over, the row opens to everybody with its outcome, and can be compared with its hash.',
      cone: 'Its time is still running; for now only subscribers see its edges. Its hash is already in the chain and cannot change. When the time is over, the row opens to everybody with its outcome, and can be compared with its hash.',
      box: 'Its box may still open a trade; for now only subscribers see its levels and chances. Its hash is already in the chain and cannot change. Once the time of the last trade that the box can open is over too, the row opens to everybody with its outcome, and can be compared with its hash.',
    },
  },
};
