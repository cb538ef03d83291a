import { inEachLanguage as say } from './in-each-language.ts';

/** The texts of the page about the product. */
export const ABOUT_TEXTS = {
  'about.title': say('Rasat hakkında', 'Rasat haqqında', 'About Rasat'),
  'about.lead': say(
    'Ne olduğu, kendini nasıl ölçtüğü, fiyatların kaynağı ve kimin işlettiği',
    'Nə olduğu, özünü necə ölçdüyü, qiymətlərin mənbəyi və kimin idarə etdiyi',
    'What it is, how it measures itself, where prices come from and who runs it',
  ),
  'about.what': say('Rasat nedir?', 'Rasat nədir?', 'What is Rasat?'),
  'about.what1': say(
    'Rasat, gözlem demektir; rasathane sözü oradan gelir. Ömer Hayyam bir rasathanede çalışmış, gökyüzünü kestirmeden önce ölçmüştü. Bu site aynı işi piyasalarda yapmaya çalışır: önce ölçer, ölçtüğünü yazar, yazdığını bir daha değiştirmez.',
    'Rəsəd müşahidə deməkdir; rəsədxana sözü buradandır. Ömər Xəyyam rəsədxanada işləmiş, göyü proqnozlaşdırmazdan əvvəl ölçmüşdü. Bu sayt eyni işi bazarlarda görməyə çalışır: əvvəlcə ölçür, ölçdüyünü yazır, yazdığını bir daha dəyişmir.',
    'Rasat is Turkish for an astronomical observation. Omar Khayyam worked at an observatory and measured the sky before he predicted it. This site tries to do the same with markets: it measures first, writes down what it measured, and never changes what it wrote.',
  ),
  'about.what2': say(
    'Kripto, forex, BIST, NASDAQ ve endekslerdeki semboller için beş analiz kutusu, haftalık seviyeler, işlem koşulu, döngü göstergesi ve seer görüşü hesaplar; bunları grafikte ve sembolün sayfasında gösterir. Bir seviyenin neden orada durduğunu, hangi mumlardan hangi işlemle bulunduğunu da yanında söyler.',
    'Kripto, forex, BIST, NASDAQ və indekslərdəki simvollar üçün beş analiz qutusu, həftəlik səviyyələr, əməliyyat şərti, tsikl göstəricisi və seer görüşü hesablayır; bunları qrafikdə və simvolun səhifəsində göstərir. Səviyyənin niyə orada dayandığını, hansı şamlardan hansı hesabla tapıldığını da yanında deyir.',
    'For symbols of crypto, forex, BIST, NASDAQ and indices it computes five analysis boxes, weekly levels, a trade condition, a cycle gauge and the view of the seer, and shows them on the chart and on the page of the symbol. Beside a level it says why it stands there, from which candles and by which calculation.',
  ),
  'about.what3': say(
    'Yanında bir de grafik çizimi eğitimi vardır: 16 saatlik sekiz video ders, soru ve ödev. Platform aboneliği için önce eğitimin alınmış olması gerekir. Bugün kaç dersin videosu olduğu, satın almadan önce yazar.',
    'Yanında qrafik çəkimi təlimi də var: 16 saatlıq səkkiz video dərs, sual və tapşırıq. Platforma abunəliyi üçün əvvəlcə təlim alınmalıdır. Bu gün neçə dərsin videosu olduğu alışdan əvvəl yazılır.',
    'There is also a course on drawing charts: eight video lessons of 16 hours, questions and homework. A platform subscription needs the course first. How many lessons have a video today is said before you pay.',
  ),
  'about.measure': say('Kendini nasıl ölçer?', 'Özünü necə ölçür?', 'How does it measure itself?'),
  'about.measure1': say(
    'Bir analiz sitesine sorulacak ilk soru, dediklerinin ne kadarının çıktığıdır. Yanıtı biz seçmeyelim diye her sinyal, yayımlandığı anda herkese açık bir sicile yazılır. Sicilin nasıl işlediği birkaç cümleyle şudur:',
    'Analiz saytına veriləcək ilk sual dediklərinin nə qədərinin düz çıxdığıdır. Cavabı biz seçməyək deyə hər siqnal dərc olunduğu anda hamıya açıq reyestrə yazılır. Reyestr bir neçə cümlə ilə belə işləyir:',
    'The first question about an analysis site is how often it was right. So that we cannot choose the answer, every signal is written into a public record the moment it is published. The record works like this:',
  ),
  'about.chain': say(
    'Her satır kendinden öncekinin özetini taşır. Eski bir satır silinir veya değiştirilirse zincir kopar; bunu herkes görebilir.',
    'Hər sətir özündən əvvəlkinin heşini daşıyır. Köhnə sətir silinsə və ya dəyişdirilsə, zəncir qırılır; bunu hər kəs görə bilər.',
    'Each row carries the hash of the row before it. If an old row is deleted or changed, the chain breaks, and everybody can see that.',
  ),
  'about.matched': say(
    'Her sinyalin yanında aynı sembolde, aynı yönde, aynı uzaklık ve süreyle eşlenmiş girişler izlenir. Girişlerin anı izleyen yıla eşit aralıklarla dağılır; onu biz seçemeyiz. İsabet oranı tek başına bir şey söylemez.',
    'Hər siqnalın yanında eyni simvolda, eyni istiqamətdə, eyni uzaqlıq və müddətlə uyğunlaşdırılmış girişlər izlənir. Girişlərin anı sonrakı ilə bərabər aralıqlarla paylanır; onu biz seçə bilmərik. Hədəfə çatma payı təkbaşına heç nə demir.',
    'Matched entries are followed beside every signal: same symbol, same direction, same distances and time limit. Their times are evenly spaced over the following year, so we cannot choose them. A hit rate alone proves nothing.',
  ),
  'about.interval': say(
    'Hiçbir oran, kaç kayda dayandığı, yüzde 95 güven aralığı ve tabanı yazılmadan gösterilmez. Aralık sıfırı içeriyorsa sayfa bunu açıkça yazar.',
    'Heç bir faiz neçə qeydə əsaslandığı, yüzdə 95 etibarlılıq intervalı və bazası yazılmadan göstərilmir. İnterval sıfırı əhatə edirsə, səhifə bunu açıq yazır.',
    'No rate is shown without the number of rows behind it, its 95 per cent interval and its baseline. If the interval contains zero, the page says so.',
  ),
  'about.costs': say(
    'Sonuçlar, makas ve komisyon düşülmüş hâliyle de verilir. Canlı satırlar geriye dönük testle, simülasyon ve içe aktarılan fiyatlar başka bir kaynakla aynı orana girmez.',
    'Nəticələr spred və komissiya çıxılmış halda da verilir. Canlı sətirlər geriyə dönük testlə, simulyasiya və idxal edilmiş qiymətlər başqa mənbə ilə eyni faizə daxil olmur.',
    'Results are also given after spread and commission. Live rows never share a figure with a backtest, nor simulated or imported prices with another source.',
  ),
  'about.sealed': say(
    'Abonelere yayımlanan ve henüz sonuçlanmamış satırların fiyatı mühürlüdür: zincirdeki yerleri ve özetleri baştan bellidir, fiyatları sonuçlanınca, haftalık seviyelerinki hafta bitince açılır.',
    'Abunəçilərə dərc olunan və hələ nəticələnməmiş sətirlərin qiyməti möhürlüdür: zəncirdəki yerləri və heşləri əvvəldən bəllidir, qiymətləri nəticələnəndə, həftəlik səviyyələrinki həftə bitəndə açılır.',
    'Prices of rows that are published to subscribers and not decided yet are sealed: their place in the chain and their hash are known from the start; the prices open when the row is decided, those of weekly levels when the week is over.',
  ),
  'about.recompute': say(
    'Bir satır bu sunucunun verdiği motorla tarayıcınızda yeniden hesaplanır; indirilen bir satır başka bir makinede rasat verify --offline ile denetlenebilir.',
    'Sətir bu serverin verdiyi mühərriklə brauzerinizdə yenidən hesablanır; endirilmiş sətri başqa kompüterdə rasat verify --offline ilə yoxlamaq olar.',
    'A row is computed again in your browser with the engine that this server delivers; a downloaded row can be checked on another machine with rasat verify --offline.',
  ),
  'about.measure2': say(
    'Hesaplar yalnızca kapanmış mumlara bakar ve sonradan yeniden çizilmez: bugün gördüğünüz kutu, o gün de oradaydı.',
    'Hesablar yalnız bağlanmış şamlara baxır və sonradan yenidən çəkilmir: bu gün gördüyünüz qutu o gün də orada idi.',
    'Calculations look at closed candles alone and are never redrawn: the box that you see today stood there on its day.',
  ),
  'about.record': say('Sicili açın', 'Reyestri açın', 'Open the record'),
  'about.prices': say(
    'Fiyatlar nereden gelir?',
    'Qiymətlər haradan gəlir?',
    'Where do prices come from?',
  ),
  'about.prices1': say(
    'Her sembolün tek bir kaynağı vardır; iki kaynağın mumları aynı seride buluşmaz. Bir sembolün kaynağı değişirse eski serisi arşivlenir, yenisi baştan başlar.',
    'Hər simvolun tək bir mənbəyi var; iki mənbənin şamları eyni seriyada görüşmür. Simvolun mənbəyi dəyişsə, köhnə seriyası arxivləşdirilir, yenisi əvvəldən başlayır.',
    'Every symbol has exactly one source; candles of two sources never meet in one series. When the source of a symbol changes, its old series is archived and a new one begins.',
  ),
  'about.simulated': say(
    'Simülasyon: gerçek sembol adlarıyla, bilgisayarda üretilmiş fiyatlar. Siteyi tanımak içindir, piyasayla ilgisi yoktur. Gösterildiği her yerde simülasyon yazar.',
    'Simulyasiya: həqiqi simvol adları ilə kompüterdə yaradılmış qiymətlər. Saytı tanımaq üçündür, bazarla əlaqəsi yoxdur. Göstərildiyi hər yerdə simulyasiya yazılır.',
    'Simulated: prices made by a computer under names of real symbols. They are there to get to know the site and have nothing to do with a market. Wherever they are shown, the screen says simulated.',
  ),
  'about.file': say(
    'Dosya: siteyi işletenin içeri aktardığı geçmiş veriler; doğruluğunu işleten söyler. Yeni dosya aktarılana kadar son mumda durur.',
    'Fayl: saytı idarə edənin idxal etdiyi keçmiş məlumatlar; doğruluğunu o deyir. Yeni fayl idxal edilənə qədər son şamda dayanır.',
    'File: past prices imported by the operator of the site, who is responsible for their correctness. They end with their last candle until a new file is imported.',
  ),
  'about.feed': say(
    'Veri akışı: işletenin bağladığı bir piyasa kaynağı. Sayı olmayan, sıfır veya eksi olan, bilinmeyen bir sembole ait olan veya sırası bozuk fiyatlar kapıdan geçmez; geç gelen bir düzeltme eski mumu değiştirmez, ayrıca kaydedilir.',
    'Məlumat axını: operatorun qoşduğu bazar mənbəyi. Ədəd olmayan, sıfır və ya mənfi olan, naməlum simvola aid olan və ya sırası pozulmuş qiymətlər qapıdan keçmir; gec gələn düzəliş köhnə şamı dəyişmir, ayrıca qeyd olunur.',
    'Feed: a market source that the operator connected. Prices that are not positive numbers, belong to an unknown symbol or are out of order are refused. A late correction does not change an old candle; it is recorded separately.',
  ),
  'about.time': say(
    'Saatler Türkiye saatiyledir (TSİ). Bir mumun zamanı, açıldığı andır.',
    'Saatlar Türkiyə vaxtı ilədir. Şamın vaxtı açıldığı andır.',
    'Times are Turkish time. The time of a candle is the moment it opened.',
  ),
  'about.not': say('Ne değildir?', 'Nə deyil?', 'What is it not?'),
  'about.not1': say(
    'Rasat bir aracı kurum, bir fon veya bir yatırım danışmanı değildir. Paranızı tutmaz, sizin adınıza işlem yapmaz, kazanç sözü vermez. Buradaki analizler, seviyeler, sinyaller ve dersler bilgi içindir; yatırım tavsiyesi değildir. Kaldıraçlı işlemler sermayenizin tamamını kaybettirebilir; alım satım kararı da sonucu da sizindir.',
    'Rasat broker, fond və ya investisiya məsləhətçisi deyil. Pulunuzu saxlamır, sizin adınızdan əməliyyat aparmır, qazanc vəd etmir. Buradakı analizlər, səviyyələr, siqnallar və dərslər məlumat üçündür; investisiya tövsiyəsi deyil. Kredit çiyni ilə əməliyyatlarda kapitalınızın hamısını itirə bilərsiniz; alqı-satqı qərarı da, nəticəsi də sizindir.',
    'Rasat is no broker, no fund and no investment adviser. It does not hold your money, trades nothing in your name and promises no gains. Analyses, levels, signals and lessons here are for information; they are not investment advice. Leveraged trades can cost you all of your capital; the decision to trade and its result are yours.',
  ),
  'about.not2': say(
    'Reklam göstermez, verilerinizi satmaz. Sayfalarda başka şirketlerin ölçüm kodu yoktur.',
    'Reklam göstərmir, məlumatlarınızı satmır. Səhifələrdə başqa şirkətlərin ölçmə kodu yoxdur.',
    'It shows no advertising and does not sell your data. Its pages hold no measuring code of other companies.',
  ),
  'about.privacy': say('Gizlilik politikası', 'Məxfilik siyasəti', 'Privacy policy'),
  'about.who': say('Kim işletir?', 'Kim idarə edir?', 'Who runs it?'),
  'about.who1': say(
    'Aboneliği ve eğitimi satan, faturayı düzenleyen ve kişisel verilerden sorumlu olan, bu siteyi işleten satıcıdır. Satışın ve iadenin koşulları Türkçe metinlerde yazılıdır.',
    'Abunəliyi və təlimi satan, fakturanı yazan və fərdi məlumatlara görə cavabdeh olan bu saytı idarə edən satıcıdır. Satışın və geri qaytarmanın şərtləri türkcə mətnlərdə yazılıb.',
    'The seller who runs this site sells the subscription and the course, writes the invoice and is responsible for personal data. The terms of sale and refund are written in Turkish.',
  ),
  'about.agreement': say(
    'Satış ve kullanıcı sözleşmesi',
    'Satış və istifadəçi müqaviləsi',
    'Sales and user agreement',
  ),
  'about.refund': say(
    'Cayma, iptal ve iade koşulları',
    'İmtina, ləğv və geri qaytarma şərtləri',
    'Withdrawal, cancellation and refund terms',
  ),
  'about.nobody': say(
    'Bu kurulumda satış yapılmıyor; bir satıcı tanımlanmamış.',
    'Bu quraşdırmada satış aparılmır; satıcı göstərilməyib.',
    'Nothing is sold in this installation; no seller has been named.',
  ),
  'about.reach': say(
    'Bize nasıl ulaşırsınız?',
    'Bizimlə necə əlaqə saxlamaq olar?',
    'How do you reach us?',
  ),
  'about.contact': say('Bize mesaj yazın', 'Bizə mesaj yazın', 'Send us a message'),
  'about.reach1': say(
    'Üyeyseniz, sipariş ve hesap e-postalarını yanıtlayabilirsiniz; ders sorularınızı hesap sayfanızdaki Soru ve yanıt bölümünden gönderirsiniz. Yazılı bildirimler için yukarıdaki adresi kullanın.',
    'Üzvsünüzsə, sifariş və hesab məktublarına cavab yaza bilərsiniz; dərs suallarınızı hesab səhifənizin Sual və cavab bölməsindən göndərirsiniz. Yazılı bildirişlər üçün yuxarıdakı ünvandan istifadə edin.',
    'Members can answer the mails about orders and accounts, and send questions about lessons from the section Question and answer of their account page. For written notices use the address above.',
  ),
  'about.kvkk': say(
    'Kişisel verilerinizle ilgili haklarınız: aydınlatma metni',
    'Fərdi məlumatlarınızla bağlı hüquqlarınız: məlumatlandırma mətni',
    'Your rights about personal data: the notice',
  ),
  'about.retention': say(
    'Verilerin ne kadar tutulduğu: saklama ve imha politikası',
    'Məlumatların nə qədər saxlandığı: saxlama və məhvetmə siyasəti',
    'How long data are kept: retention and destruction policy',
  ),
  'seller.name': say('Satıcı', 'Satıcı', 'Seller'),
  'seller.tax': say(
    'Vergi dairesi ve numarası',
    'Vergi idarəsi və nömrəsi',
    'Tax office and number',
  ),
  'seller.address': say('Adres', 'Ünvan', 'Address'),
  'seller.demo': say(
    'Burası bir gösterim kurulumudur: gerçek satış yapılmaz, karttan para çekilmez.',
    'Bu, nümayiş quraşdırmasıdır: həqiqi satış aparılmır, kartdan pul çıxılmır.',
    'This is a demonstration: nothing is really sold and no card is charged.',
  ),
} as const;
