/** A signal's row of the record, and how signals of its kind fared. */
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
  setupTitle: 'Kurulum',
  verdict: { differs: 'Tabandan ayrışıyor', 'not-proven': 'Fark kanıtlanmamış', few: 'az' },
  verdictNote: 'Karar isabet oranına değil, R cinsinden farka göredir.',
  rate: {
    known:
      'TP1 {{rate}} (%95 aralık {{low}}–\u2060{{high}}), taban {{baseline}}, n\u00a0=\u00a0{{n}}',
    few: 'az: n\u00a0=\u00a0{{n}}',
    none: 'Sicilde yeterli sonuçlanmış sinyal yok',
    range: '{{low}}–{{high}}',
  },
  allCategories: 'Bütün kategoriler',
  backfill: 'Geriye dönük',
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
