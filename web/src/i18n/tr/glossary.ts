/** The explanations of the terms: popovers and the glossary page. */
export const glossary = {
  title: 'Sözlük',
  about: 'Ekrandaki her terim, bir resim ve bir paragrafla. Soru işaretleri de buraya açılır.',
  search: 'Terim ara',
  found: 'Bulunan terim:',
  none: 'Bu aramaya uyan terim yok.',
  noneText: 'Daha kısa bir sözcük deneyin veya aramayı silin.',
  terms: 'Terimler',
  seen: 'Görüldüğü yer',
  group: { analysis: 'Analiz', trade: 'İşlem', honesty: 'Dürüstlük', pages: 'Sayfalar' },
  place: {
    symbol: 'Sembol sayfası',
    chart: 'Grafik',
    predictor: 'Tahminci',
    portfolio: 'Portföy',
    record: 'Sicil',
    dashboard: 'Panel',
  },
  text: {
    box: 'Fiyatla zamanı ölçen dikdörtgen. Hayyam, 52, 144 ve 36 teyitli bir dönüşten, Crystal dönüş kümelerinden çizilir. Çizildikten sonra değişmez. Fiyat kutudan çıkarsa o yönde bir işlem açılır; çıkmazsa kutu işlemsiz biter.',
    'trade-line':
      'Kutunun boyunun 1/32’si kadar üstünde ve altında duran iki çizgi. Saatlik mum üsttekini geçip kapanırsa alış, alttakini geçip kapanırsa satış işlemi açılır. Bir kutu en çok bir işlem açar; süresinin dörtte üçünden sonra hiç açmaz.',
    'weekly-levels':
      'Haftanın kapanışından hesaplanan bir alış ve bir satış girişi, beşer hedefiyle. Yalnız sonraki hafta için geçerlidir; o hafta bitince yenileri gelir. Çizgilerin işe yarayıp yaramadığını sicil, kaydırılmış ikizleriyle ölçer.',
    seer: 'Son teyitli büyük dönüş: dipse destek, tepeyse direnç der. Ana seer 90 günden gençken orta adını alır. Yakın seer daha kısa vadenin dönüşü, ters seer ana seerden önceki dönüştür. Crystal seer, Crystal kutusunun çizilirken fiyata yakın olan kenarıdır.',
    cycle:
      'Günlük fiyat dalgasının neresinde olunduğu: −1 dip, +1 tepe. Son tamamlanan günden hesaplanır. Yüzdeye çevrilince 50 ve üstü pozitif, altı negatif sayılır. Fiyatın nereye gideceğini söylemez.',
    'gann-spectrum':
      'Son büyük dönüşün fiyatından, dokuzlar karesiyle bulunan yatay çizgiler. Her dördüncüsü kalın çizilir. Geometrik bir gelenektir; testlerimizde bu çizgilerin fiyata etkisi görülmedi.',
    'trade-condition':
      'Bir yön, giriş, zarar durdur ve iki hedef, bir arada. Cetvelde görülür. Zarar durdur veya ikinci hedef görülünce, 20 işlem günü dolunca ya da yeni bir koşul gelince sona erer; nasıl bittiği yanında yazar.',
    setup:
      'İşlem koşulunu doğuran olay. Dönüş teyidi: ana seere karşı bir geri çekilme biter. Kırılma: taze bir dönüş tutmaz ve fiyat ana seer yönünde geçer. Sicil iki türü ayrı sayar.',
    'stop-loss':
      'Koşulun yanlış çıktığı fiyat. Görülünce koşul zararla biter. Aynı mum hem buna hem hedefe değerse zarar durdur sayılır. Girişe uzaklığı, göze alınan zarardır: 1 R.',
    'take-profit':
      'Koşulun hedeflediği fiyat: TP1 girişten bir, TP2 iki aralık uzaktadır. Bir aralık bir günlük ATR kadardır. TP1 görülünce koşul sürer, TP2 görülünce biter. Kutu işleminde sonucu TP1 belirler.',
    r: 'Sonucun, göze alınan zarara oranı. Zarar durdur −1 R, TP1 +1 R, TP2 +2 R’dir. Fiyat zarar durdur seviyesini boşlukla atlarsa kayıp 1 R’den büyük olur. Net R’den makas ve komisyon düşülmüştür.',
    atr: 'Son 20 mumun ortalama boyu, aradaki boşluklarla. Günlük ATR bir günün olağan hareketidir. Uzaklıklar onunla ölçülür, böylece ucuz ve pahalı semboller karşılaştırılabilir: 0,5 ATR yakın, 3 ATR uzaktır.',
    'matched-entries':
      'Aynı sembolde, aynı yönde, aynı uzaklık ve süreyle, günün aynı saatinde, izleyen yıla eşit aralıklarla dağılmış günlerde açılmış yirmi ile kırk arası giriş. İsabet oranı yalnız bunların yanında anlam taşır: ikisi aynıysa sinyal bir şey katmamıştır.',
    interval:
      'Az sayıda sonuç şansla sapar; aralık bu payı gösterir. Ölçüm çok kez yinelense, böyle aralıkların yüzde 95’i gerçek değeri içerirdi. Az sonuçta geniş, çok sonuçta dardır. Tabanı içeriyorsa fark gösterilmemiştir.',
    live: 'Mumu kapandıktan sonra en çok beş dakika içinde yayımlanmış satır. Sonucu belli olmadan yazıldığı için sonradan seçilmiş olamaz. Geç yayımlanan satır canlı sayılmaz.',
    backtest:
      'Eski mumlardan sonradan hesaplanmış satır. Kurallar bu mumlara bakılarak seçilmiş olabilir; bu yüzden bir üstünlüğün göstergesi değildir. Canlı satırlarla aynı orana girmez.',
    simulated:
      'Gerçek sembol adıyla, bilgisayarda üretilmiş fiyat. Piyasayla ilgisi yoktur. Aynı tohum, sembol ve zaman her makinede aynı fiyatı verir. Gösterildiği her yerde “simülasyon” yazar.',
    imported:
      'Siteyi işletenin bir dosyadan aktardığı geçmiş fiyat. Dosyanın doğru olduğunu işleten söyler; başka denetleyen yoktur. Yeni dosya aktarılana kadar son mumda durur.',
    predictor:
      'Bir kategorinin en yeni işlem koşulları, en yenisi üstte: yön, giriş, zarar durdur ve iki hedef. Öneri değildir; ne kadar tuttuğu sicilde yazar.',
    portfolio:
      'Kutularında açık işlem bulunan sembollerin listesi. Sizin varlıklarınız değildir; burada hiçbir şey alınıp satılmaz.',
    record:
      'Yayımlanan her satır ve sonucu, herkese açık. Her satır kendinden öncekinin özetini taşır; sonradan değiştirilen satır zinciri koparır. Bir satır indirilip başka bir makinede yeniden hesaplanabilir.',
  },
  picture: {
    top: 'üst',
    bottom: 'alt',
    start: 'başlangıç',
    end: 'bitiş',
    upTrade: 'yukarı işlem',
    downTrade: 'aşağı işlem',
    monday: 'pazartesi',
    support: 'teyitli dip = destek',
    entry: 'giriş',
    now: 'şimdiki fiyat',
    main: 'ana seer: yukarı',
    pullback: 'geri çekilme biter',
    stop: 'zarar durdur',
    risked: 'göze alınan',
    gained: 'kazanılan',
    average: '20 mumun',
    averageOf: 'ortalaması',
    baseline: 'eşlenmiş',
    range: '%95 aralık',
    value: 'ölçülen',
    closes: 'mum kapanır',
    published: 'satır yazılır',
    fiveMinutes: '≤ 5 dk',
    oldBar: 'o günün mumu',
    today: 'bugün hesaplanan',
    formula: 'tohum + sembol + zaman = fiyat',
    file: 'dosya',
    lastBar: 'son mum',
    newest: 'en yenisi üstte',
    open: 'açık işlem',
    chain: 'her satır öncekinin özetini taşır',
  },
};
