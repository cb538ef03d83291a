/** How often the chances of touch came true, and the registered looks at them. */
export const calibration = {
  failed: 'Kalibrləmə yüklənmədi',
  computedAt: 'Hesablanıb: {{moment}} (İstanbul vaxtı), model {{model}}',
  question:
    'Toxunma ehtimalları bütün simvolların bütün həftəlik səviyyələrində orta hesabla doğrudurmu?',
  meaning:
    'Cavab orta xətadır: verilən ehtimaldan çatılan səviyyələrin payı çıxılır. Ehtimal nə qədər gedilə biləcəyini deyir, hansı tərəfə gediləcəyini demir.',
  answer: {
    none: 'Hələ rəqəm yoxdur: hesaba girən ehtimal dərc olunmayıb.',
    noneAfter: 'Hələ rəqəm yoxdur: {{date}} tarixindən sonra dərc olunan ehtimallar hesaba girir.',
    running:
      'Hələ cavab yoxdur. {{since}} tarixindən davam edir; {{weeks}} həftəlik ilk baxışın günü {{due}}.',
    waiting:
      'Hələ cavab yoxdur. {{since}} tarixindən davam edir; ilk baxış ilk həftəlik səviyyələrdən {{weeks}} həftə sonra, son şamlar üçün bir həftə də gözlənilərək aparılır.',
    contains:
      'Xəta göstərilməyib. {{weeks}} həftəlik baxışda orta xəta {{value}}, {{z}} standart xətalıq interval {{range}}, n = {{n}}. İnterval 0 dəyərini əhatə edir.',
    high: 'Ehtimallar həddən yüksək idi. {{weeks}} həftəlik baxışda orta xəta {{value}}, {{z}} standart xətalıq interval {{range}}, n = {{n}}. İnterval 0 dəyərini əhatə etmir.',
    low: 'Ehtimallar həddən aşağı idi. {{weeks}} həftəlik baxışda orta xəta {{value}}, {{z}} standart xətalıq interval {{range}}, n = {{n}}. İnterval 0 dəyərini əhatə etmir.',
    short:
      'Cavab yoxdur: son baxışın {{weeks}} həftəsindəki səviyyələr interval üçün azdır, n = {{n}}.',
    next: 'Növbəti baxışın günü {{due}}.',
  },
  before: 'İlk baxışdan əvvəl aşağıdakı rəqəmlərdən nəticə çıxmır.',
  secondary: 'Buradan aşağıdakı bütün rəqəmlər ikinci dərəcəlidir və suala cavab vermir.',
  toRows: 'Ehtimalların sətirlərinə bax',
  looks: {
    caption: 'Əvvəlcədən müəyyən edilmiş üç baxış',
    question: 'Nəyə baxılır',
    weeks: '{{weeks}} həftə',
    taken: 'aparılıb: {{date}}',
    due: 'günü: {{date}}',
    later: 'növbəsi çatmayıb',
    z: '± {{z}} standart xəta',
    n: 'Həftəlik səviyyə, n',
    primary: 'Hamısının orta xətası: əsas sual',
    bin: '{{bin}} ehtimalların orta xətası',
    cone: {
      cone: {
        '1d': '{{share}} konusunun içində qalan gün, 100 gündə',
        '1w': '{{share}} konusunun içində qalan həftə, 100 həftədə',
        '4w': '{{share}} konusunun içində qalan dördhəftəlik müddət, 100 müddətdə',
      },
    },
    skill: 'Sadə ehtimala nisbətən bacarıq',
    note: 'Suallar, baxış günləri və intervalların eni ilk sətirdən əvvəl müəyyən edilib. Əsas sualdan başqa hamısı ikinci dərəcəlidir. Aparılmış baxış bir daha dəyişmir.',
  },
  backtest: {
    text: 'Bu ehtimalların heç biri reyestrdə sətir deyil: vaxtında dərc olunmayıblar və onlardan nəticə çıxmır. Düsturlar bu şamlara baxılaraq seçilmiş ola bilər.',
    progress: '{{all}} simvoldan {{done}} ədədi hesablanıb; rəqəmlər bu simvollarındır.',
  },
  choices: {
    scope: 'Simvollar',
    scopes: { all: 'Bütün simvollar', main: 'Sınaqda olmayanlar', trial: 'Sınaqda olanlar' },
    group: 'Səviyyələr',
    groups: {
      all: 'Hamısı',
      weekly: 'Həftəlik səviyyələr',
      boxes: 'Qutular',
      short: 'Qısa',
      middle: 'Orta',
      long: 'Uzun',
    },
    scopeNote: {
      all: 'Sınaqda olan və olmayan bütün simvollar.',
      main: 'Ehtimalları sınaqda olmayan simvollar.',
      trial:
        'Səhmlərin və səhm indekslərinin saatlıq qiymətləri: ölçmələrdə ehtimalları bir neçə bənd yanıldı.',
      category: 'Kateqoriyanın sınaqda olan və olmayan bütün simvolları.',
    },
    groupNote: {
      all: 'Həftəlik səviyyələr və qutuların kənarları birlikdə.',
      weekly: 'Bir həftənin səviyyələri, həftənin sonuna qədər.',
      boxes: 'Qutuların üstü və altı, giriş üçün son vaxta qədər.',
      short: 'Müddəti ən çox yarım bazar həftəsi olan ehtimallar.',
      middle: 'Müddəti yarım bazar həftəsindən uzun, ən çox iki həftə olan ehtimallar.',
      long: 'Müddəti iki bazar həftəsindən uzun, ən çox səkkiz həftə olan ehtimallar.',
    },
    csv: 'Rəqəmləri CSV endir',
  },
  none: {
    title: 'Hələ nəticələnmiş ehtimal yoxdur',
    text: 'Ehtimal müddəti bitəndə hesaba girir.',
    backtestTitle: 'Geriyə dönük test hesablanır',
    backtestText: 'İlk simvollar hazır olanda səhifə özü yenilənir.',
    group: 'Bu seçimdə hələ nəticələnmiş səviyyə yoxdur',
  },
  interval: '95\u00a0% interval {{range}}',
  few: 'hələ interval yoxdur: {{needed}} həftədən {{weeks}} həftə var',
  rare: 'interval yoxdur: nəticələrin bir növü çox azdır',
  noInterval: 'interval yoxdur',
  n: 'n = {{n}}',
  summary: {
    error: 'Orta xəta',
    errorText:
      'Verilən ehtimaldan çatılan pay çıxılır, faiz bəndi ilə. Müsbət: ehtimallar həddən yüksək idi. Mənfi: həddən aşağı idi.',
    gap: 'Kalibrləmə xətası',
    gapText:
      'On ehtimal dilimində ehtimalla çatılan pay arasındakı orta məsafə, tərəfinə baxılmadan. Bütün ehtimallar doğru olanda da 0 olmur.',
    brier: 'Brier balı',
    brierText:
      'Ehtimalla nəticə arasındakı məsafənin orta kvadratı; ən yaxşısı 0-dır. Yalnız orta gündəlik diapazondan alınan sadə ehtimalda {{plain}}.',
    brierAlone: 'Ehtimalla nəticə arasındakı məsafənin orta kvadratı; ən yaxşısı 0-dır.',
    skill: 'Sadə ehtimala nisbətən bacarıq',
    skillText:
      'Müsbət: Brier balı sadə ehtimalınkından kiçikdir. Mənfi: böyükdür. Mənfəət haqqında heç nə demir.',
    skillNone: 'Müqayisə üçün sadə ehtimalı olan səviyyə yoxdur.',
  },
  diagram: {
    title: 'Verilən ehtimal və çatılan pay',
    meta: 'Nöqtənin ölçüsü: səviyyələrin sayı',
    given: 'Verilən ehtimal',
    reached: 'Çatılan pay',
    bins: 'Ehtimal dilimi seç',
    hint: 'Qırıq xətdə ehtimal nə deyirsə, o qədər səviyyəyə çatılıb. Xəttin altında ehtimallar həddən yüksək, üstündə həddən aşağı idi.',
    missed:
      'İyirmi intervaldan biri yalnız təsadüfən də xətti kənarda qoyur; burada qoyan: {{missed}} / {{all}}.',
    summary:
      'Verilən ehtimala qarşı qiymətin çatdığı səviyyələrin payı, on bəndlik dilimlərdə. Rəqəmlər cədvəldədir.',
    read: '{{bin}} (orta {{forecast}}) ehtimal verdiyimiz səviyyələrdən çatılan: {{seen}}, n = {{n}}, 95\u00a0% interval {{range}}.',
    readFew:
      '{{bin}} (orta {{forecast}}) ehtimal verdiyimiz səviyyələrdən çatılan: {{seen}}, n = {{n}}, {{why}}.',
    line: 'Ehtimalların dediyi qədər',
    point: 'Çatılan pay və 95\u00a0% intervalı',
    open: 'Çatılan pay, intervalı yoxdur',
  },
  columns: {
    bin: 'Ehtimal',
    forecast: 'Orta ehtimal',
    seen: 'Çatılan',
    error: 'Orta xəta',
    gap: 'Kalibrləmə xətası',
    skill: 'Bacarıq',
    promised: 'Arada qalmalıdır, 100-dən',
    inside: 'İndiyə qədər, 100-dən',
    drawn: 'Fərq, çəkilmiş',
    day: '80\u00a0% konus, 1 gün, 100-dən',
    week: '80\u00a0% konus, 1 həftə, 100-dən',
  },
  cones: {
    title: 'Diapazon konusları',
    meta: 'İki kənarın arasında qalan yollar',
    sentence: '{{promised}} arada qalmalıdır; nəticələnənlərdə 100-dən {{inside}} qalıb (n {{n}}).',
    hint: 'Sağdakı xətt 95\u00a0% intervaldır; bürünc nişan konusun dediyidir. Çəkiliş bir ucdan o birinə 20 bənddir.',
    none: 'Hələ nəticələnmiş konus yoxdur',
    caption: '{{cone}}, n = {{n}}',
  },
  categories: {
    title: 'Kateqoriyaya görə',
    caption: 'Hər kateqoriyanın rəqəmləri',
    none: 'Hələ nəticəsi olan kateqoriya yoxdur',
  },
  left: {
    title: 'Rəqəmlərə girməyənlər',
    voids: 'Nəticəsiz',
    voidsText: 'Müddətlərinə heç bir şam düşməyib və ya seriyaları müddət bitmədən bitib.',
    late: 'Gecikmiş',
    lateText: 'Şamlarının bağlanışından beş dəqiqədən çox sonra dərc olunub.',
    open: 'Davam edən',
    openText: 'Müddətləri bitməyib.',
  },
};
