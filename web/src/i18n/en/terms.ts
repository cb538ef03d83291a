import type { Catalogue } from '../catalogue.ts';

/** The names of the explained terms, and the texts of the small question mark beside them. */
export const terms: Catalogue['terms'] = {
  help: '{{term}}: what does it mean?',
  open: 'Open in the glossary',
  escape: 'Esc closes',
  failed: 'The explanation could not be loaded. The glossary has it, too.',
  name: {
    box: 'Box',
    'trade-line': 'Trade line',
    'weekly-levels': 'Weekly levels',
    seer: 'Seer',
    cycle: 'Cycle',
    'gann-spectrum': 'Gann spectrum',
    'trade-condition': 'Trade condition',
    setup: 'Setup',
    'stop-loss': 'Stop loss (SL)',
    'take-profit': 'Target (TP1, TP2)',
    r: 'R',
    atr: 'ATR',
    'matched-entries': 'Matched entries (baseline)',
    interval: '95% interval',
    live: 'Live row',
    backtest: 'Backtest',
    simulated: 'Simulated',
    imported: 'Imported price',
    predictor: 'Predictor',
    portfolio: 'Portfolio',
    record: 'Record',
  },
};
