/** Forecasts of the record: chances that price reaches levels before a time, and cones. */
export const recordForecasts = {
  forecast: {
    name: 'Toxunma ehtimalı, {{of}}',
    cone: {
      '1d': 'Diapazon konusu, 1 gün',
      '1w': 'Diapazon konusu, 1 həftə',
      '4w': 'Diapazon konusu, 4 həftə',
    },
    kind: 'Növ',
    until: 'Nə vaxta qədər',
    listNote: 'Şam səviyyəyə toxunanda və ya onun üstündən adlayanda səviyyəyə çatılmış sayılır.',
    note: 'Çatılan da, çatılmayan da; ən yenisi yuxarıda',
    pending: 'Müddət bitəndə bəlli olur',
    reached_one: '{{all}} səviyyədən {{reached}} ədədinə çatıldı',
    reached_other: '{{all}} səviyyədən {{reached}} ədədinə çatıldı',
    insideYes: '{{share}} konusunun içində qaldı: bəli',
    insideNo: '{{share}} konusunun içində qaldı: xeyr',
    trial: 'Sınaq',
    trialNote:
      'Sınaq: ölçmələrdə bu növün ehtimalları bir neçə bənd yanıldı. Reyestrdə kifayət qədər həftə toplanana qədər belə işarələnir.',
    chances: 'Qiymətin hər səviyyəyə {{until}} (İstanbul vaxtı ilə) çatma ehtimalı',
    edges:
      'Qiymət 100 dəfədən neçəsində {{until}} (İstanbul vaxtı ilə) iki kənarın arasında qalmalıdır',
    chance: 'Ehtimal',
    plain: 'Diapazondan',
    plainNote:
      'Son sütun müqayisə üçündür: eyni ehtimal, yalnız orta gündəlik diapazondan. Kiçik rəqəmlər reyestrdəki dəqiq dəyərlərdir.',
    under: '1 %-dən az',
    over: '99 %-dən çox',
    share: 'Arada qalmalıdır',
    of100: {
      cone: {
        '1d': '100 gündən {{share}} gün',
        '1w': '100 həftədən {{share}} həftə',
        '4w': 'Dördhəftəlik 100 müddətdən {{share}} müddət',
      },
    },
    low: 'Alt kənar',
    high: 'Üst kənar',
    sizeNote: 'Nə qədər gedə biləcəyini deyir, hansı tərəfə gedəcəyini demir.',
    weeks: 'Bazar həftəsi',
    weeksNote: 'Simvolun adi bir həftəlik hərəkəti 1 sayılır; bağlı saatların payı yoxdur.',
    price: 'Dərc anında son bağlanış',
    model: 'Ehtimal modeli',
    running: 'Müddəti davam edir: {{until}} (İstanbul vaxtı ilə). Nə baş verdiyi onda yazılır.',
    cameLevels: 'Hansı səviyyələrə çatıldı: {{until}} (İstanbul vaxtı ilə)',
    cameEdges: 'Qiymət iki kənarın arasında qaldımı: {{until}} (İstanbul vaxtı ilə)',
    reachedAt: 'Çatıldı',
    notReached: 'Çatılmadı',
    stayed: 'Arada qaldı',
    left: 'Kənara çatdı',
    timeNote: 'Vaxt oraya ilk çatan şamın bağlanışıdır; üstündən adlanana da çatılmış sayılır.',
    emptyNote:
      'Bu müddətə heç bir şam düşmədi. Sətir nəticəsizdir və heç bir ortalamaya daxil deyil; belə sətirlərin sayı reyestrdə ayrıca göstərilir.',
    endedNote:
      'Seriyası müddət bitmədən {{moment}} tarixində bitib ({{reason}}, qeydiyyatın {{seq}} nömrəli sətri). Sətir nəticəsizdir və heç bir ortalamaya daxil deyil; belə sətirlərin sayı reyestrdə ayrıca göstərilir.',
    oneNote:
      'Tək bir sətir ehtimalların doğru olub-olmadığını göstərmir; bunu yalnız çoxlu sətir göstərir.',
    sealedShort: {
      weekly: 'Səviyyələri və ehtimalları həftə bitəndə açılır',
      cone: 'Kənarları müddəti bitəndə açılır',
      box: 'Səviyyələri və ehtimalları qutusunun son əməliyyatının müddəti də keçəndə açılır',
    },
    sealed: {
      weekly:
        'Həftəsi davam edir; səviyyələrini və ehtimallarını hələlik yalnız abunəçilər görür. Heşi artıq zəncirdədir və dəyişə bilməz. Həftə bitəndə sətir, nə olubsa onunla birlikdə, hamıya açılır və heşi ilə müqayisə oluna bilir.',
      cone: 'Müddəti davam edir; kənarlarını hələlik yalnız abunəçilər görür. Heşi artıq zəncirdədir və dəyişə bilməz. Müddət bitəndə sətir, nə olubsa onunla birlikdə, hamıya açılır və heşi ilə müqayisə oluna bilir.',
      box: 'Qutusundan hələ əməliyyat çıxa bilər; səviyyələrini və ehtimallarını hələlik yalnız abunəçilər görür. Heşi artıq zəncirdədir və dəyişə bilməz. Qutunun aça biləcəyi son əməliyyatın müddəti də keçəndə sətir, nə olubsa onunla birlikdə, hamıya açılır və heşi ilə müqayisə oluna bilir.',
    },
  },
};
