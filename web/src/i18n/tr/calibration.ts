/** How often the chances of touch came true, and the registered looks at them. */
export const calibration = {
  failed: 'Kalibrasyon yüklenemedi',
  computedAt: 'Hesaplandı: {{moment}} TSİ, model {{model}}',
  question:
    'Dokunma olasılıkları, bütün sembollerin bütün haftalık seviyelerinde ortalama olarak doğru mu?',
  meaning:
    'Yanıt ortalama hatadır: verilen olasılıktan, görülen seviyelerin oranı çıkarılır. Olasılık ne kadar gidilebileceğini söyler, ne yöne gidileceğini söylemez.',
  answer: {
    none: 'Henüz sayı yok: hesaba giren bir olasılık yayımlanmadı.',
    noneAfter: 'Henüz sayı yok: {{date}} sonrasında yayımlanan olasılıklar hesaba girer.',
    running:
      'Henüz yanıt yok. {{since}} tarihinden beri sürüyor; {{weeks}} haftalık ilk bakışın günü {{due}}.',
    waiting:
      'Henüz yanıt yok. {{since}} tarihinden beri sürüyor; ilk bakış, ilk haftalık seviyelerden {{weeks}} hafta sonra, son mumlar için bir hafta daha beklenerek yapılır.',
    contains:
      'Hata gösterilmedi. {{weeks}} haftalık bakışta ortalama hata {{value}}, {{z}} standart hatalık aralık {{range}}, n = {{n}}. Aralık 0 değerini içeriyor.',
    high: 'Olasılıklar fazla yüksekti. {{weeks}} haftalık bakışta ortalama hata {{value}}, {{z}} standart hatalık aralık {{range}}, n = {{n}}. Aralık 0 değerini içermiyor.',
    low: 'Olasılıklar fazla düşüktü. {{weeks}} haftalık bakışta ortalama hata {{value}}, {{z}} standart hatalık aralık {{range}}, n = {{n}}. Aralık 0 değerini içermiyor.',
    short: 'Yanıt yok: son bakışın {{weeks}} haftasındaki seviyeler aralık için az, n = {{n}}.',
    next: 'Sonraki bakışın günü {{due}}.',
  },
  before: 'İlk bakıştan önce aşağıdaki sayılardan bir sonuç çıkmaz.',
  secondary: 'Buradan aşağıdaki bütün sayılar ikincildir ve soruyu yanıtlamaz.',
  toRows: 'Olasılıkların satırlarını gör',
  looks: {
    caption: 'Önceden belirlenmiş üç bakış',
    question: 'Neye bakılıyor',
    weeks: '{{weeks}} hafta',
    taken: 'yapıldı: {{date}}',
    due: 'günü: {{date}}',
    later: 'sırası gelmedi',
    z: '± {{z}} standart hata',
    n: 'Haftalık seviye, n',
    primary: 'Hepsinin ortalama hatası: ana soru',
    bin: '{{bin}} olasılıkların ortalama hatası',
    cone: {
      cone: {
        '1d': '{{share}} konisinin içinde kalan gün, 100 günde',
        '1w': '{{share}} konisinin içinde kalan hafta, 100 haftada',
        '4w': '{{share}} konisinin içinde kalan dört haftalık süre, 100 sürede',
      },
    },
    skill: 'Yalın olasılığa göre beceri',
    note: 'Sorular, bakış günleri ve aralık genişlikleri ilk satırdan önce belirlendi. Ana soru dışındakiler ikincildir. Yapılan bakış bir daha değişmez.',
  },
  backtest: {
    text: 'Bu olasılıkların hiçbiri sicilde satır değildir: zamanında yayımlanmadılar ve onlardan bir sonuç çıkmaz. Formüller bu mumlara bakılarak seçilmiş olabilir.',
    progress: '{{all}} sembolün {{done}} tanesi hesaplandı; sayılar bu sembollerindir.',
  },
  choices: {
    scope: 'Semboller',
    scopes: { all: 'Bütün semboller', main: 'Denemede olmayanlar', trial: 'Denemede olanlar' },
    group: 'Seviyeler',
    groups: {
      all: 'Tümü',
      weekly: 'Haftalık seviyeler',
      boxes: 'Kutular',
      short: 'Kısa',
      middle: 'Orta',
      long: 'Uzun',
    },
    scopeNote: {
      all: 'Denemede olan ve olmayan bütün semboller.',
      main: 'Olasılıkları denemede olmayan semboller.',
      trial:
        'Hisse ve hisse endekslerinin saatlik fiyatları: ölçümlerde olasılıkları birkaç puan saptı.',
      category: 'Kategorinin denemede olan ve olmayan bütün sembolleri.',
    },
    groupNote: {
      all: 'Haftalık seviyeler ve kutu kenarları birlikte.',
      weekly: 'Bir haftanın seviyeleri, hafta sonuna kadar.',
      boxes: 'Kutuların üstü ve altı, giriş için son zamana kadar.',
      short: 'Süresi en çok yarım piyasa haftası olan olasılıklar.',
      middle: 'Süresi yarım piyasa haftasından uzun, en çok iki hafta olan olasılıklar.',
      long: 'Süresi iki piyasa haftasından uzun, en çok sekiz hafta olan olasılıklar.',
    },
    csv: 'Sayıları CSV indir',
  },
  none: {
    title: 'Henüz sonuçlanan olasılık yok',
    text: 'Bir olasılık, süresi bitince hesaba girer.',
    backtestTitle: 'Geriye dönük test hesaplanıyor',
    backtestText: 'İlk semboller hazır olunca sayfa kendiliğinden yenilenir.',
    group: 'Bu seçimde henüz sonuçlanan seviye yok',
  },
  interval: '%95 aralık {{range}}',
  few: 'henüz aralık yok: {{needed}} haftanın {{weeks}} tanesi var',
  rare: 'aralık yok: bir tür sonuç çok az',
  noInterval: 'aralık yok',
  n: 'n = {{n}}',
  summary: {
    error: 'Ortalama hata',
    errorText:
      'Verilen olasılıktan görülen oran çıkarılır, yüzde puanla. Artı: olasılıklar fazla yüksekti. Eksi: fazla düşüktü.',
    gap: 'Kalibrasyon hatası',
    gapText:
      'On olasılık diliminde olasılık ile görülen oran arasındaki ortalama uzaklık, yönüne bakılmadan. Bütün olasılıklar doğruyken de 0 olmaz.',
    brier: 'Brier skoru',
    brierText:
      'Olasılık ile sonuç arasındaki uzaklığın kare ortalaması; en iyisi 0. Yalnız ortalama günlük aralıktan gelen yalın olasılıkta {{plain}}.',
    brierAlone: 'Olasılık ile sonuç arasındaki uzaklığın kare ortalaması; en iyisi 0.',
    skill: 'Yalın olasılığa göre beceri',
    skillText:
      'Artı: Brier skoru yalın olasılığınkinden küçük. Eksi: daha büyük. Kazanç hakkında bir şey söylemez.',
    skillNone: 'Karşılaştırılacak yalın olasılığı olan seviye yok.',
  },
  diagram: {
    title: 'Verilen olasılık ve görülen oran',
    meta: 'Nokta büyüklüğü: seviye sayısı',
    given: 'Verilen olasılık',
    reached: 'Görülen oran',
    bins: 'Olasılık dilimi seç',
    hint: 'Kesikli çizgide, olasılık ne diyorsa o kadar seviye görülmüştür. Çizginin altında olasılıklar fazla yüksek, üstünde fazla düşüktü.',
    missed:
      'Yirmi aralıktan biri yalnız şansla da çizgiyi dışarıda bırakır; burada bırakan: {{missed}} / {{all}}.',
    summary:
      'Verilen olasılığa karşı fiyatın gördüğü seviyelerin oranı, on puanlık dilimlerde. Sayılar tabloda.',
    read: '{{bin}} (ortalama {{forecast}}) olasılık verdiğimiz seviyelerden görülen: {{seen}}, n = {{n}}, %95 aralık {{range}}.',
    readFew:
      '{{bin}} (ortalama {{forecast}}) olasılık verdiğimiz seviyelerden görülen: {{seen}}, n = {{n}}, {{why}}.',
    line: 'Olasılıkların dediği kadar',
    point: 'Görülen oran ve %95 aralığı',
    open: 'Görülen oran, aralığı yok',
  },
  columns: {
    bin: 'Olasılık',
    forecast: 'Ortalama olasılık',
    seen: 'Görülen',
    error: 'Ortalama hata',
    gap: 'Kalibrasyon hatası',
    skill: 'Beceri',
    promised: 'Arada kalmalı, 100’de',
    inside: 'Şimdiye kadar, 100’de',
    drawn: 'Fark, çizim',
    day: '%80 koni, 1 gün, 100’de',
    week: '%80 koni, 1 hafta, 100’de',
  },
  cones: {
    title: 'Aralık konileri',
    meta: 'İki kenarın arasında kalan yollar',
    sentence: '{{promised}} arada kalmalı; sonuçlananlarda 100’de {{inside}} kaldı (n {{n}}).',
    hint: 'Sağdaki çizgi %95 aralıktır; pirinç rengi işaret, koninin dediğidir. Çizim bir uçtan öbürüne 20 puandır.',
    none: 'Henüz sonuçlanan koni yok',
    caption: '{{cone}}, n = {{n}}',
  },
  categories: {
    title: 'Kategoriye göre',
    caption: 'Her kategorinin sayıları',
    none: 'Henüz sonucu olan kategori yok',
  },
  left: {
    title: 'Sayılara girmeyenler',
    voids: 'Sonuçsuz',
    voidsText: 'Sürelerine hiçbir mum düşmedi ya da serileri süre dolmadan bitti.',
    late: 'Geç',
    lateText: 'Mumlarının kapanışından beş dakikadan çok sonra yayımlandılar.',
    open: 'Süren',
    openText: 'Süreleri dolmadı.',
  },
};
