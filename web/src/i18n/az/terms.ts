import type { Catalogue } from '../catalogue.ts';

/** The names of the explained terms, and the texts of the small question mark beside them. */
export const terms: Catalogue['terms'] = {
  help: '{{term}}: nə deməkdir?',
  open: 'Lüğətdə aç',
  escape: 'Esc bağlayır',
  failed: 'İzah yüklənmədi. Eyni izah lüğətdə də var.',
  name: {
    box: 'Qutu',
    'trade-line': 'Əməliyyat xətti',
    'weekly-levels': 'Həftəlik səviyyələr',
    seer: 'Seer',
    cycle: 'Tsikl',
    'gann-spectrum': 'Gann spektri',
    'trade-condition': 'Əməliyyat şərti',
    setup: 'Siqnal növü',
    'stop-loss': 'Zərər dayandırma (SL)',
    'take-profit': 'Hədəf (TP1, TP2)',
    r: 'R',
    atr: 'ATR',
    'matched-entries': 'Uyğunlaşdırılmış girişlər (baza)',
    interval: '95\u00a0% interval',
    live: 'Canlı sətir',
    backtest: 'Geriyə dönük test',
    simulated: 'Simulyasiya',
    imported: 'İdxal edilmiş qiymət',
    predictor: 'Proqnoz',
    portfolio: 'Portfel',
    record: 'Reyestr',
  },
};
