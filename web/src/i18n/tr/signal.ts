/** A signal's row of the record, and the hit rate of signals of its kind. */
export const signal = {
  recompute: 'Yeniden hesapla',
  recomputeOf: 'Yeniden hesapla: {{signal}}',
  name: {
    condition: '{{symbol}} işlem koşulu, {{time}}',
    box: '{{symbol}} {{box}} kutusu, {{term}}, {{time}}',
    levels: '{{symbol}} haftalık seviyeleri, {{time}}',
  },
  term: { short: 'kısa vade', long: 'uzun vade' },
  setup: { pivot: 'Dönüş teyidi', break: 'Kırılma' },
  setupTitle: 'Sinyal türü',
  verdict: {
    'interval-excludes-zero': 'Tabandan ayrışıyor',
    undecided: 'Fark kanıtlanmamış',
    few: 'az',
  },
  verdictNote: 'Karar isabet oranına değil, R cinsinden farka göredir.',
  rate: {
    known: {
      condition:
        'Benzer {{n}} koşulda önce TP1 görülme oranı {{rate}} (aralık {{low}}–\u2060{{high}}); eşlenmiş girişlerde {{baseline}}.',
      box: 'Benzer {{n}} kutu işleminde önce TP1 görülme oranı {{rate}} (aralık {{low}}–\u2060{{high}}); eşlenmiş girişlerde {{baseline}}.',
      levels:
        'Benzer {{n}} haftalık girişte önce TP1 görülme oranı {{rate}} (aralık {{low}}–\u2060{{high}}); eşlenmiş girişlerde {{baseline}}.',
    },
    live: 'Canlı: {{prices}}.',
    backtest: 'Geriye dönük test: {{prices}}.',
    few: 'az: n\u00a0=\u00a0{{n}}',
    none: 'Sicilde yeterli sonuçlanmış sinyal yok',
    range: '{{low}}–{{high}}',
  },
  allCategories: 'Bütün kategoriler',
  live: 'Canlı',
  backtest: 'Geriye dönük test',
  method: 'Yöntem',
  record: 'Sicil',
  find: {
    missing: 'Bu sinyalin sicilde satırı henüz yok',
    missingText:
      'Sinyaller yayımlandıktan birkaç saniye sonra sicile yazılır. Az sonra yeniden deneyin.',
    broken: 'Bu adres bir sinyalin adı değil',
    brokenText: 'Adres eksik veya yanlış yazılmış olabilir.',
    failed: 'Sicil satırı bulunamadı',
  },
};
