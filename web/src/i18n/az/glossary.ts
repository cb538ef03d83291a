import type { LaterCatalogue } from '../catalogue.ts';

/** The explanations of the terms: popovers and the glossary page. */
export const glossary: LaterCatalogue['glossary'] = {
  title: 'Lüğət',
  about: 'Ekrandakı hər termin bir şəkil və bir abzasla. Sual işarələri də bura açılır.',
  search: 'Termin axtar',
  found: 'Tapılan termin:',
  none: 'Bu axtarışa uyğun termin yoxdur.',
  noneText: 'Daha qısa söz yazın və ya axtarışı silin.',
  terms: 'Terminlər',
  seen: 'Göründüyü yer',
  group: { analysis: 'Analiz', trade: 'Əməliyyat', honesty: 'Dürüstlük', pages: 'Səhifələr' },
  place: {
    symbol: 'Simvol səhifəsi',
    chart: 'Qrafik',
    predictor: 'Proqnoz',
    portfolio: 'Portfel',
    record: 'Reyestr',
    dashboard: 'Panel',
  },
  text: {
    box: 'Qiyməti və zamanı ölçən düzbucaqlı. Hayyam, 52, 144 və 36 təsdiqlənmiş dönüşdən, Crystal dönüş klasterlərindən çəkilir. Çəkiləndən sonra dəyişmir. Qiymət qutudan çıxsa, həmin istiqamətdə əməliyyat açılır; çıxmasa, qutu əməliyyatsız bitir.',
    'trade-line':
      'Qutudan, onun hündürlüyünün 1/32-i qədər yuxarıda və aşağıda duran iki xətt. Saatlıq şam yuxarıdakını keçib bağlansa alış, aşağıdakını keçib bağlansa satış əməliyyatı açılır. Bir qutu ən çox bir əməliyyat açır; müddətinin dörddə üçündən sonra heç açmır.',
    'weekly-levels':
      'Həftənin bağlanışından hesablanan bir alış və bir satış girişi, hər birinin beş hədəfi ilə. Yalnız növbəti həftə üçün keçərlidir; o həftə bitəndə yeniləri gəlir. Xətlərin işə yarayıb-yaramadığını reyestr sürüşdürülmüş əkizləri ilə ölçür.',
    seer: 'Son təsdiqlənmiş böyük dönüş: dibdirsə dəstək, zirvədirsə müqavimət deyir. Əsas seer 90 gündən gənc olanda orta adlanır. Yaxın seer daha qısa müddətin dönüşü, əks seer əsas seerdən əvvəlki dönüşdür. Crystal seer Crystal qutusunun çəkiləndə qiymətə yaxın olan kənarıdır.',
    cycle:
      'Gündəlik qiymət dalğasının harasında olduğumuz: −1 dib, +1 zirvə. Son tamamlanmış gündən hesablanır. Faizə çevriləndə 50 və yuxarı müsbət, aşağı mənfi sayılır. Qiymətin hara gedəcəyini demir.',
    'gann-spectrum':
      'Son böyük dönüşün qiymətindən doqquzlar kvadratı ilə tapılan üfüqi xətlər. Hər dördüncüsü qalın çəkilir. Həndəsi ənənədir; testlərimizdə bu xətlərin qiymətə təsiri görünmədi.',
    'trade-condition':
      'İstiqamət, giriş, zərər dayandırma və iki hədəf bir yerdə. Xətkeşdə görünür. Zərər dayandırma səviyyəsinə və ya ikinci hədəfə çatanda, 20 ticarət günü dolanda, yaxud yeni şərt gələndə bitir; necə bitdiyi yanında yazılır.',
    setup:
      'Əməliyyat şərtini doğuran hadisə. Dönüş təsdiqi: əsas seerə qarşı geri çəkilmə bitir. Qırılma: təzə dönüş dayanmır və qiymət onu əsas seer istiqamətində keçir. Reyestr iki növü ayrı sayır.',
    'stop-loss':
      'Şərtin səhv çıxdığı qiymət. Ona çatanda şərt zərərlə bitir. Eyni şam həm buna, həm hədəfə dəysə, zərər dayandırma sayılır. Girişdən uzaqlığı gözə alınan zərərdir: 1 R.',
    'take-profit':
      'Şərtin hədəflədiyi qiymət: TP1 girişdən bir, TP2 iki aralıq uzaqdadır. Bir aralıq bir gündəlik ATR qədərdir. TP1-ə çatanda şərt davam edir, TP2-yə çatanda bitir. Qutu əməliyyatının nəticəsini TP1 müəyyən edir.',
    r: 'Nəticənin gözə alınan zərərə nisbəti. Zərər dayandırma −1 R, TP1 +1 R, TP2 +2 R deməkdir. Qiymət zərər dayandırma səviyyəsindən boşluqla keçsə, itki 1 R-dən böyük olur. Xalis R-dən spred və komissiya çıxılıb.',
    atr: 'Son 20 şamın orta hündürlüyü, aradakı boşluqlarla birlikdə. Gündəlik ATR bir günün adi hərəkətidir. Uzaqlıqlar onunla ölçülür, beləcə ucuz və bahalı simvolları müqayisə etmək olur: 0,5 ATR yaxın, 3 ATR uzaqdır.',
    'matched-entries':
      'Eyni simvolda, eyni istiqamətdə, eyni uzaqlıq və müddətlə, günün eyni saatında, sonrakı ilə bərabər aralıqlarla paylanmış günlərdə açılmış iyirmi ilə qırx arası giriş. Hədəfə çatma payı yalnız bunların yanında məna daşıyır: ikisi eynidirsə, siqnal heç nə qatmayıb.',
    interval:
      'Az sayda nəticə təsadüfən yayınır; interval bunu göstərir. Ölçmə dəfələrlə təkrarlansa, belə intervalların yüzdə 95-i əsl dəyəri əhatə edərdi. Az nəticədə geniş, çox nəticədə dardır. Bazanı əhatə edirsə, fərq göstərilməyib.',
    live: 'Şamı bağlanandan sonra ən çox beş dəqiqə ərzində dərc olunmuş sətir. Nəticəsi bilinmədən yazıldığı üçün sonradan seçilə bilməz. Gec dərc olunan sətir canlı sayılmır.',
    backtest:
      'Köhnə şamlardan sonradan hesablanmış sətir. Qaydalar məhz bu şamlara baxıb seçilmiş ola bilər; ona görə üstünlük əlaməti deyil. Canlı sətirlərlə eyni faizə daxil olmur.',
    simulated:
      'Həqiqi simvol adı ilə kompüterdə yaradılmış qiymət. Bazarla əlaqəsi yoxdur. Eyni toxum, simvol və vaxt hər maşında eyni qiyməti verir. Göstərildiyi hər yerdə “simulyasiya” yazılır.',
    imported:
      'Saytı idarə edənin fayldan idxal etdiyi keçmiş qiymət. Faylın doğru olduğunu o deyir; başqa yoxlayan yoxdur. Yeni fayl idxal edilənə qədər son şamda dayanır.',
    predictor:
      'Bir kateqoriyanın ən yeni əməliyyat şərtləri, ən yenisi yuxarıda: istiqamət, giriş, zərər dayandırma və iki hədəf. Tövsiyə deyil; nə qədər tutduğu reyestrdə yazılıb.',
    portfolio:
      'Qutularında açıq əməliyyat olan simvolların siyahısı. Sizin aktivləriniz deyil; burada heç nə alınıb-satılmır.',
    record:
      'Dərc olunan hər sətir və nəticəsi, hamıya açıq. Hər sətir özündən əvvəlkinin heşini daşıyır; sonradan dəyişdirilən sətir zənciri qırır. Sətri endirib başqa maşında yenidən hesablamaq olar.',
  },
  picture: {
    top: 'üst',
    bottom: 'alt',
    start: 'başlanğıc',
    end: 'son',
    upTrade: 'yuxarı əməliyyat',
    downTrade: 'aşağı əməliyyat',
    monday: 'bazar ertəsi',
    support: 'təsdiqlənmiş dib = dəstək',
    entry: 'giriş',
    now: 'indiki qiymət',
    main: 'əsas seer: yuxarı',
    pullback: 'geri çəkilmə bitir',
    stop: 'zərər dayandırma',
    risked: 'gözə alınan',
    gained: 'qazanılan',
    average: '20 şamın',
    averageOf: 'ortası',
    baseline: 'uyğunlaşdırılmış',
    range: '95\u00a0% interval',
    value: 'ölçülən',
    closes: 'şam bağlanır',
    published: 'sətir yazılır',
    fiveMinutes: '≤ 5 dəq',
    oldBar: 'o günün şamı',
    today: 'bu gün hesablanan',
    formula: 'toxum + simvol + vaxt = qiymət',
    file: 'fayl',
    lastBar: 'son şam',
    newest: 'ən yenisi yuxarıda',
    open: 'açıq əməliyyat',
    chain: 'hər sətir əvvəlkinin heşini daşıyır',
  },
};
