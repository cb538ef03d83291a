import type { LegalWording } from './legal-text.ts';

/** The policy of storing and destroying personal data. */
export const RETENTION: LegalWording = {
  title: 'Kişisel Veri Saklama ve İmha Politikası',
  sections: [
    {
      heading: '1. Amaç ve kapsam',
      paragraphs: [
        'Bu politika, Rasat hizmetinde işlenen kişisel verilerin ne kadar süreyle saklandığını, süre dolduğunda nasıl silindiğini, yok edildiğini veya anonim hâle getirildiğini belirler. Kişisel Verilerin Silinmesi, Yok Edilmesi veya Anonim Hale Getirilmesi Hakkında Yönetmelik esas alınmıştır.',
      ],
    },
    {
      heading: '2. Kayıt ortamları',
      paragraphs: [
        'Veriler, erişimi yetkiyle sınırlanmış sunuculardaki veritabanında, veritabanının yedeklerinde ve yüklenen dosyaların deposunda tutulur. Kimlik numarası ve açık adres, anahtarı veritabanının dışında duran bir yöntemle şifrelenir.',
      ],
    },
    {
      heading: '3. Saklama süreleri',
      paragraphs: ['Her veri, aşağıdaki sürenin sonuna kadar saklanır:'],
      list: [
        'Üyelik, sözleşme, sipariş ve fatura kayıtları: sözleşmenin sona ermesinden itibaren 10 yıl.',
        'Sorular, yanıtlar, ödevler ve görselleri: üyelik sürdükçe, en çok 10 yıl. Yüklenip kullanılmayan görseller: 1 gün.',
        'Derslerdeki ilerleme ve mesajlarda okunan yer: üyelik sürdükçe.',
        'Satın alma isteğinin yinelenmesini önleyen kayıtlar: 2 gün.',
        'Onay kayıtları: üyelik sürdükçe; satın alma yapılmışsa sözleşmenin bitiminden itibaren 10 yıl. Onayın verildiği internet adresi: 2 yıl.',
        'Oturum kayıtları: oturumun sonuna kadar, en çok 7 gün.',
        'Tanınan cihazlar: son girişten sonra bir yıl; şifre değişince hemen silinir.',
        'Şifre sıfırlama kodları: en çok 2 gün (kod 10 dakika geçerlidir); insan doğrulama kayıtları: 5 dakika.',
        'Başarısız giriş sayısı: son denemeden itibaren 90 gün; diğer deneme sayaçları: en çok bir gün.',
        'Gönderilmek üzere bekleyen e-postaların içeriği: gönderilene kadar, en çok 24 saat; gönderildiklerine dair içeriksiz kayıt: 30 gün.',
        'Sayfa görüntüleme kayıtları: 30 gün.',
        'Telegram bağlantısı: siz kaldırana kadar; gönderilen iletilerin içeriksiz kaydı: 30 gün.',
        'Yönetim işlemlerinin kaydı: silinmez; üyeleri yalnızca üye numarasıyla anar, hesap silinince bu numara kimseye çıkmaz.',
        'İmha işlemlerinin kayıtları: en az 3 yıl.',
      ],
    },
    {
      heading: '4. Periyodik imha',
      paragraphs: [
        'Süresi dolan veriler, altı ayda bir, ocak ve temmuz aylarının ilk gününde çalışan işlemle imha edilir. Kısa süreli kayıtlar ayrıca her gün temizlenir. Her çalışmada hangi tür kayıttan kaç tane imha edildiği kayda geçirilir.',
      ],
    },
    {
      heading: '5. İstek üzerine silme',
      paragraphs: [
        'Hesabının silinmesini isteyen üyenin isteği 14 gün sonra yerine getirilir; bu süre içinde istekten vazgeçilebilir. Kanunun saklanmasını zorunlu kıldığı kayıtlar (fatura ve ona dayanak olan işlemler) süresi dolana kadar, yalnızca bu amaçla tutulur; öteki veriler silinir. Yerine getirilen istekler otuz günü aşmaz.',
      ],
    },
    {
      heading: '6. Yedekler',
      paragraphs: [
        'Silinen kişilerin listesi, kimliği açık etmeyen bir biçimde yedeklerin dışında tutulur. Eski bir yedek geri yüklenirse bu liste yeniden uygulanır; silinmiş bir hesap geri gelmez.',
      ],
    },
    {
      heading: '7. Sorumluluk ve yürürlük',
      paragraphs: [
        'Politikanın uygulanmasından veri sorumlusu sorumludur. Politika, yayımlandığı tarihte yürürlüğe girer; değişiklikler yeni sürüm numarası ve tarihiyle bu sayfada yayımlanır.',
      ],
    },
  ],
};
