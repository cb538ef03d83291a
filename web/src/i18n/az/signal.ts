/** A signal's row of the record, and the hit rate of signals of its kind. */
export const signal = {
  recompute: 'Yenidən hesabla',
  recomputeOf: 'Yenidən hesabla: {{signal}}',
  name: {
    condition: '{{symbol}} əməliyyat şərti, {{time}}',
    box: '{{symbol}} {{box}} qutusu, {{term}}, {{time}}',
    levels: '{{symbol}} həftəlik səviyyələri, {{time}}',
  },
  term: { short: 'qısa müddət', long: 'uzun müddət' },
  setup: { pivot: 'Dönüş təsdiqi', break: 'Qırılma' },
  setupTitle: 'Siqnal növü',
  verdict: {
    'interval-excludes-zero': 'Bazadan fərqlənir',
    undecided: 'Fərq sübut olunmayıb',
    few: 'az',
  },
  verdictNote: 'Qərar hədəfə çatma payına deyil, R ilə ölçülən fərqə görədir.',
  rate: {
    known: {
      condition:
        'Oxşar {{n}} şərtdə əvvəlcə TP1-ə çatma payı {{rate}} (interval {{low}}–\u2060{{high}}); uyğunlaşdırılmış girişlərdə {{baseline}}.',
      box: 'Oxşar {{n}} qutu əməliyyatında əvvəlcə TP1-ə çatma payı {{rate}} (interval {{low}}–\u2060{{high}}); uyğunlaşdırılmış girişlərdə {{baseline}}.',
      levels:
        'Oxşar {{n}} həftəlik girişdə əvvəlcə TP1-ə çatma payı {{rate}} (interval {{low}}–\u2060{{high}}); uyğunlaşdırılmış girişlərdə {{baseline}}.',
    },
    live: 'Canlı: {{prices}}.',
    backtest: 'Geriyə dönük test: {{prices}}.',
    few: 'az: n\u00a0=\u00a0{{n}}',
    none: 'Reyestrdə nəticələnmiş siqnal kifayət qədər deyil',
    range: '{{low}}–{{high}}',
  },
  allCategories: 'Bütün kateqoriyalar',
  live: 'Canlı',
  backtest: 'Geriyə dönük test',
  method: 'Metod',
  record: 'Reyestr',
  find: {
    missing: 'Bu siqnalın reyestrdə hələ sətri yoxdur',
    missingText:
      'Siqnallar dərc olunandan bir neçə saniyə sonra reyestrə yazılır. Bir azdan yenidən cəhd edin.',
    broken: 'Bu ünvan siqnalın adı deyil',
    brokenText: 'Ünvan natamam və ya səhv yazılmış ola bilər.',
    failed: 'Reyestr sətri tapılmadı',
  },
};
