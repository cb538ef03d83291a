/** Chances that price reaches a level. A chance never stands without the moment until which it counts. */
export const chance = {
  title: 'Dokunma olasılığı, {{until}}',
  column: 'Olasılık, {{until}}',
  touch: 'Dokunma',
  under: '%1’den az',
  over: '%99’dan çok',
  moment: { now: 'şimdi, {{at}} kapanışı', published: 'hesaplanan, {{at}}' },
  trial: 'deneme',
  trialText: 'Bu sınıfın olasılıkları deneme aşamasındadır.',
  why: 'Neden bu olasılık',
  short: {
    reached: 'görüldü',
    reachedAt: 'görüldü, {{at}}',
    reachedBefore: 'önceden görüldü',
    closed: 'piyasa kapalı',
    over: 'görülmedi',
    due: 'son mum bekleniyor',
    history: 'geçmiş yeterli değil',
    far: '8 piyasa haftasından uzak',
  },
  sentence: {
    now: 'Fiyatın {{until}} {{level}} seviyesine dokunma olasılığı: {{chance}}; şimdi, {{at}} kapanışına göre',
    published:
      'Fiyatın {{until}} {{level}} seviyesine dokunma olasılığı: {{chance}}; {{at}} hesaplandı',
    reachedAt: '{{level}} seviyesi {{at}} görüldü',
    reachedBefore: '{{level}} seviyesi olasılıklar yayımlanmadan önce görüldü',
    closed: '{{level}} seviyesi için olasılık hesaplanmadı: {{until}} işlem yok',
    over: '{{level}} seviyesi {{until}} görülmedi',
    due: '{{level}} seviyesi için son mum bekleniyor',
    history: '{{level}} seviyesi için olasılık yok: geçmiş yeterli değil',
    far: '{{level}} seviyesi için olasılık yok: 8 piyasa haftasından uzak',
  },
  set: {
    closed: 'Dokunma olasılığı hesaplanmadı: {{until}} işlem yok.',
    over: 'Dokunma olasılığının süresi doldu: {{at}}',
    due: 'Dokunma olasılığının süresi doldu, son mum bekleniyor.',
    history: 'Dokunma olasılığı yok: hesaplanacağı anda geçmiş yeterli değildi.',
    far: 'Dokunma olasılığı yok: süre 8 piyasa haftasından uzun.',
    failed: 'Dokunma olasılıkları yüklenemedi.',
  },
  equal:
    'Zarar durdur ile ilk hedef eşit uzaklıkta; bir üstünlük yoksa her biri seferlerin yaklaşık yarısında önce gelir.',
};
