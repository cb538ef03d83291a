import type { LegalWording } from './legal-text.ts';

/** The privacy policy: how the site processes visitors' data. */
export const PRIVACY: LegalWording = {
  title: 'Gizlilik Politikası',
  sections: [
    {
      heading: '1. Bu metin neyi anlatır?',
      paragraphs: [
        'Rasat, piyasaları okumak isteyenlere çözümleme kutuları, seviyeler ve grafikler sunan, üyelikle kullanılan bir internet hizmetidir. Bu politika, siteyi ziyaret ettiğinizde ve üye olduğunuzda hangi bilgilerinizin bize ulaştığını, bunlarla ne yaptığımızı ve bunları nasıl koruduğumuzu açık bir dille anlatır.',
        'Kişisel verilerinizin işlenmesine ilişkin yasal bilgilendirme, Kişisel Verilerin Korunması Aydınlatma Metni’nde; verilerin ne kadar süreyle tutulduğu ve nasıl yok edildiği Saklama ve İmha Politikası’nda yer alır. Üç metin birbirini tamamlar.',
      ],
    },
    {
      heading: '2. Hangi bilgileri topluyoruz?',
      paragraphs: ['Yalnızca hizmeti vermek için gerekenleri:'],
      list: [
        'Üyelik bilgileri: e-posta adresi, şifrenizin geri döndürülemez özeti, ad, soyad, cep telefonu, ülke, şehir, ilçe.',
        'Fatura bilgileri: kimlik numarası ve açık adres. Bu ikisi veritabanında şifrelenmiş olarak durur; anahtar veritabanının dışında saklanır.',
        'Satın alma bilgileri: siparişleriniz, ödemelerin sonucu, faturalarınız.',
        'Eğitim bilgileri: sorularınız, ödevleriniz, yüklediğiniz görseller ve derslerde kaldığınız yer. Görseller yeniden kaydedilir; çekim yeri gibi içine gömülü bilgiler saklanmaz.',
        'Oturum bilgileri: oturumun ne zaman açıldığı, en son ne zaman kullanıldığı ve tarayıcınızın adı.',
        'Tanınan cihazlar: bir tarayıcıyla ilk ve son ne zaman giriş yaptığınız. Çerezdeki işaretin kendisi değil, özeti saklanır.',
        'Onay kayıtları: hangi metnin hangi sürümünü ne zaman, hangi internet adresinden kabul ettiğiniz.',
        'Tercihleriniz: dil, görünüm, fiyat renkleri, favori semboller; bağladıysanız Telegram sohbetinizin numarası.',
        'Kullanım sayıları: hangi piyasa sayfasının hangi saatte açıldığı. Bu kayıt, sayfalarda gösterilen okunma sayıları için tutulur.',
      ],
    },
    {
      heading: '3. Toplamadıklarımız',
      paragraphs: [
        'Kart bilgileriniz bize hiç ulaşmaz; ödeme, ödeme kuruluşunun kendi sayfasında yapılır. Siteye reklam ağlarının, sosyal ağların veya ölçüm şirketlerinin kodunu koymayız; sayfalarımız açılırken tarayıcınız başka hiçbir adrese istek göndermez. İnsan doğrulaması da kendi sunucumuzda çalışır.',
      ],
    },
    {
      heading: '4. Çerezler ve tarayıcınızda duranlar',
      paragraphs: ['Kullandığımız çerezlerin tamamı, hizmetin çalışması için zorunludur:'],
      list: [
        '“sid”: oturum çerezi. Sayfadaki kodlarca okunamaz, yedi gün geçerlidir.',
        '“device”: giriş yaptığınız tarayıcıyı tanır. Hiçbir yetki vermez; başkaları hesabınızı denese de bu tarayıcıdan giriş yapabilmenizi ve hesabınıza yeni bir cihazdan girildiğinde size haber verebilmemizi sağlar. Aynı tarayıcıyı kullanan kişilerin işaretleri birbirinden ayrıdır. Sayfadaki kodlarca okunamaz, bir yıl geçerlidir; şifreniz değişince geçersiz olur.',
        '“id”: sayfada gösterilen kullanıcı numaranız. Hiçbir yetki vermez, yedi gün geçerlidir.',
        '“chart”: grafikte en son baktığınız sembol ve zaman aralığı, yedi gün.',
        '“lang”: seçtiğiniz dil, bir yıl.',
        'Tarayıcının yerel belleğindeki “rasat.” ile başlayan kayıtlar: görünüm ve fiyat renkleri tercihiniz.',
      ],
    },
    {
      heading: '5. Bilgilerinizi kimlerle paylaşırız?',
      paragraphs: [
        'Bilgilerinizi satmayız, kiralamayız, reklam amacıyla kimseye vermeyiz. Yalnızca yasaların zorunlu kıldığı hâllerde yetkili kurumlarla; ödeme sırasında ödeme kuruluşuyla; e-posta ve, siz bağladıysanız, Telegram iletilerini ulaştıran hizmetlerle, işin gerektirdiği kadarını paylaşırız.',
      ],
    },
    {
      heading: '6. Nasıl koruyoruz?',
      paragraphs: [
        'Bağlantılar şifrelidir. Şifreniz argon2id ile özetlenir; sizin dışınızda kimse bilmez, biz de okuyamayız. Oturum anahtarlarının yalnızca özeti saklanır. Şifrenizi değiştirdiğinizde öteki oturumlarınız kapanır. Yönetici hesapları ikinci bir doğrulama adımı olmadan açılamaz. Kayıt defterlerimize şifre, kod, adres veya kimlik bilgisi yazılmaz.',
      ],
    },
    {
      heading: '7. Seçme hakkınız',
      paragraphs: [
        'Hesap sayfanızın Ayarlar bölümünden hakkınızda tuttuğumuz her şeyi tek bir dosya olarak indirebilir, hesabınızın silinmesini isteyebilir ve isteğiniz yerine getirilene kadar vazgeçebilirsiniz. Açık oturumlarınızı Güvenlik bölümünde görür, tek tek veya topluca kapatabilirsiniz.',
      ],
    },
    {
      heading: '8. Değişiklikler',
      paragraphs: [
        'Bu metin değiştiğinde sürüm numarası ve tarihi değişir. Daha önceki sürümü kabul etmiş üyelerden, bir sonraki girişlerinde yeni sürüm için yeniden onay istenir.',
      ],
    },
  ],
};
