/** Chances that price reaches a level. A chance never stands without the moment until which it counts. */
export const chance = {
  title: 'Toxunma ehtimalı, {{until}}',
  column: 'Ehtimal, {{until}}',
  touch: 'Toxunma',
  under: '1\u00a0%-dən az',
  over: '99\u00a0%-dən çox',
  moment: { now: 'indi, {{at}} bağlanışı', published: 'hesablanan, {{at}}' },
  trial: 'sınaq',
  trialText: 'Bu sinfin ehtimalları sınaq mərhələsindədir.',
  why: 'Niyə bu ehtimal',
  short: {
    reached: 'çatdı',
    reachedAt: 'çatdı, {{at}}',
    reachedBefore: 'əvvəlcədən çatıb',
    closed: 'bazar bağlıdır',
    over: 'çatmadı',
    due: 'son şam gözlənilir',
    history: 'tarixçə kifayət etmir',
    far: '8 bazar həftəsindən uzaqdır',
  },
  sentence: {
    now: 'Qiymətin {{until}} {{level}} səviyyəsinə toxunma ehtimalı: {{chance}}; indi, {{at}} bağlanışına görə',
    published:
      'Qiymətin {{until}} {{level}} səviyyəsinə toxunma ehtimalı: {{chance}}; {{at}} hesablanıb',
    reachedAt: 'Qiymət {{level}} səviyyəsinə çatdı: {{at}}',
    reachedBefore: 'Qiymət {{level}} səviyyəsinə ehtimallar dərc olunmazdan əvvəl çatıb',
    closed: '{{level}} səviyyəsi üçün ehtimal hesablanmayıb: {{until}} ticarət yoxdur',
    over: 'Qiymət {{until}} {{level}} səviyyəsinə çatmadı',
    due: '{{level}} səviyyəsi üçün son şam gözlənilir',
    history: '{{level}} səviyyəsi üçün ehtimal yoxdur: tarixçə kifayət etmir',
    far: '{{level}} səviyyəsi üçün ehtimal yoxdur: 8 bazar həftəsindən uzaqdır',
  },
  set: {
    closed: 'Toxunma ehtimalı hesablanmayıb: {{until}} ticarət yoxdur.',
    over: 'Toxunma ehtimalının müddəti bitdi: {{at}}',
    due: 'Toxunma ehtimalının müddəti bitdi, son şam gözlənilir.',
    history: 'Toxunma ehtimalı yoxdur: hesablanacağı anda tarixçə kifayət etmirdi.',
    far: 'Toxunma ehtimalı yoxdur: müddət 8 bazar həftəsindən uzundur.',
    failed: 'Toxunma ehtimalları yüklənmədi.',
  },
  equal:
    'Zərər dayandırma ilə ilk hədəf eyni uzaqlıqdadır; üstünlük olmasa, hər biri halların təxminən yarısında birinci gəlir.',
};
