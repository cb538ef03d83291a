import type { LegalWording } from './legal-text.ts';

/**
 * The agreement with a buyer. Sections 4, 6 and 7 are the agreement's own figures and clauses. Section 5 describes the
 * sale on the site: other periods, the price of the purchase page, no renewal. No code charges a penalty or renews
 * anything.
 */
export const AGREEMENT: LegalWording = {
  title: 'Satış ve Kullanıcı Sözleşmesi',
  sections: [
    {
      heading: '1. Taraflar',
      paragraphs: [
        'Bu sözleşmenin bir tarafı, Rasat hizmetini işleten satıcıdır (“Satıcı”). Satıcının unvanı, vergi dairesi, vergi numarası ve adresi bu sayfada, sözleşmenin siparişle birlikte e-postayla gönderilen örneğinde ve faturada yazılıdır. Öteki taraf, Rasat’a üye olan ve aşağıdaki hizmetlerden birini satın alan kişidir (“Kullanıcı”). Kullanıcının adı, adresi ve iletişim bilgileri, üyeliğinde kayıtlı olanlardır.',
      ],
    },
    {
      heading: '2. Konu',
      paragraphs: [
        'Sözleşme, Rasat üyeliğinin kullanılmasına ve aşağıdaki iki hizmetin uzaktan satışına ilişkin kuralları belirler:',
      ],
      list: [
        'Platform aboneliği: sembol sayfaları, beş analiz kutusu, haftalık seviyeler, döngü göstergesi, seer görüşü, portföy, favoriler ve grafik çizimlerine belirli bir süre boyunca erişim.',
        'Eğitim: teknik çizim üzerine, toplam 16 saatlik 8 video ders. Derslere erişim süresizdir; soru sorma ve ödev gönderme hakkı eğitime dahildir.',
      ],
    },
    {
      heading: '3. Üyelik ve kullanım',
      paragraphs: [
        'Kullanıcı üyelik bilgilerini doğru verir, değişince günceller. Hesap kişiye özeldir: şifre paylaşılmaz, hesap başkasına kullandırılmaz, devredilmez. Kullanıcı hesabının güvenliğinden, kendi şifresiyle yapılan işlemlerden sorumludur; hesabına başkasının girdiğinden şüphelenirse şifresini değiştirir ve açık oturumlarını kapatır.',
        'Platform aboneliği için önce eğitimin satın alınmış olması gerekir.',
        'Rasat’taki analizler, seviyeler, sinyaller ve dersler bilgi vermek içindir; yatırım tavsiyesi değildir ve kazanç sözü içermez. Alım satım kararı ve sonucu Kullanıcıya aittir. Fiyatların simülasyon olduğu yerde bu, fiyatın yanında belirtilir.',
      ],
    },
    {
      heading: '4. Sözleşme dönemleri ve bedelleri',
      paragraphs: [
        'Platform aboneliğinin bu sözleşmeyle belirlenen dönemleri ve bedelleri şunlardır:',
      ],
      list: ['6 aylık dönem: 3.900 TL.', '12 aylık dönem: 7.100 TL.'],
    },
    {
      heading: '5. Siteden satın alma',
      paragraphs: [
        'Site üzerinden 3 ve 6 aylık abonelik dönemleri ile eğitim satılır. Siteden yapılan satın almada geçerli bedel, satın alma sayfasında gösterilen ve siparişe yazılan, KDV dahil bedeldir; 4. bölümdeki bedeller siteden yapılan satın almanın fiyatını değiştirmez. 12 aylık dönem siteden satılmaz.',
        'Siteden alınan abonelik, ödemenin onaylandığı anda başlar ve takvime göre 3 veya 6 ay sonra kendiliğinden sona erer. Bu satın almalarda kendiliğinden yenileme yoktur: 7. bölüm uygulanmaz, karttan ikinci bir çekim yapılmaz, kart bilgisi saklanmaz. Aboneliğin bitimine yedi gün ve bir gün kala Kullanıcıya hatırlatma gönderilir; sürdürmek isteyen, dönem bitince yeniden satın alır.',
      ],
    },
    {
      heading: '6. Ödeme ve fatura',
      paragraphs: [
        'Bu sözleşmedeki bütün bedellere KDV dahildir. Bedel tek seferde, kartla ödenir. Ödeme, ödeme kuruluşunun kendi sayfasında 3-D Secure doğrulamasıyla yapılır; kart bilgileri Satıcıya ulaşmaz. Erişim, ödeme kuruluşu tahsilatı onayladığında açılır. Her ödeme için KDV’si ayrı gösterilen bir fatura düzenlenir; fatura hesap sayfasındaki Faturalar bölümünden indirilir.',
      ],
    },
    {
      heading: '7. Yenileme',
      paragraphs: [
        '4. bölümdeki dönemlerden biri için yapılan sözleşmeyi yenilemek istemeyen taraf, bunu dönemin bitiminden en az 1 ay önce öteki tarafa bildirir. Bildirim yapılmazsa sözleşme aynı süre için kendiliğinden yenilenir. Bu hüküm siteden yapılan satın almalara uygulanmaz ve Kullanıcının kanundan doğan fesih hakkını sınırlamaz.',
      ],
    },
    {
      heading: '8. Platformun değiştirilmesi ve cezai şart',
      paragraphs: [
        'Rasat’ın yazılımı, analiz yöntemleri, çizimleri, metinleri ve ders videoları üzerindeki haklar Satıcıya aittir; Kullanıcı yalnızca kendisi için kullanma hakkı alır. Kullanıcı platformu değiştiremez, çoğaltamaz, kaynağına ulaşmaya çalışamaz, içeriğini veya derslerini yayımlayamaz, satamaz ve otomatik araçlarla topluca alamaz.',
        'Platformu değiştiren Kullanıcı, Satıcıya 10.000 TL cezai şart öder. Cezai şart kendiliğinden tahsil edilmez; ancak kanun yoluna başvurularak istenebilir. Satıcının bunu aşan zararını isteme hakkı saklıdır.',
      ],
    },
    {
      heading: '9. Cayma, iptal ve iade',
      paragraphs: [
        'Cayma hakkı, hizmetin kullanılamaz hâle gelmesi durumunda yapılacak bildirim ve iadenin süreleri Cayma, İptal ve İade Koşulları’nda yazılıdır. O metin bu sözleşmenin ayrılmaz parçasıdır.',
      ],
    },
    {
      heading: '10. Hizmetin sunulması ve kesintiler',
      paragraphs: [
        'Satıcı hizmeti kesintisiz sunmak için gereken özeni gösterir. Bakım, veri sağlayıcıların veya iletişim altyapısının arızası ve mücbir sebepler kısa süreli kesintilere yol açabilir. Kullanıcının bu kesintilerle ilgili kanundan doğan hakları saklıdır.',
        'Bu sözleşmeye aykırı davranan Kullanıcının hesabı, durum kendisine bildirilerek ve gerekçesi açıklanarak kapatılabilir.',
      ],
    },
    {
      heading: '11. Kişisel veriler ve kayıtlar',
      paragraphs: [
        'Kişisel veriler, Kişisel Verilerin Korunması Aydınlatma Metni’ne göre işlenir. Sözleşmeye ilişkin kayıtlar, sözleşmenin sona ermesinden itibaren 10 yıl saklanır. Bu metnin ve Cayma, İptal ve İade Koşulları’nın kabul edilen sürümü ile SHA-256 özeti siparişe yazılır; iki metin siparişle birlikte Kullanıcıya e-postayla gönderilir.',
      ],
    },
    {
      heading: '12. Bildirimler',
      paragraphs: [
        'Satıcı bildirimlerini Kullanıcının üyeliğinde kayıtlı e-posta adresine yapar. Kullanıcı bildirimlerini, o adresten veya Satıcının faturada yazılı adresine yazılı olarak yapar.',
      ],
    },
    {
      heading: '13. Uyuşmazlıklar',
      paragraphs: [
        'Uyuşmazlıklarda Türk hukuku uygulanır. Tüketici olan Kullanıcı, parasal sınırlara göre yerleşim yerindeki veya hizmeti satın aldığı yerdeki tüketici hakem heyetine ya da tüketici mahkemesine başvurabilir. 6502 sayılı Tüketicinin Korunması Hakkında Kanun’un tüketici yararına olan emredici hükümleri, bu sözleşmede aksi yazılı olsa bile uygulanır.',
      ],
    },
    {
      heading: '14. Yürürlük',
      paragraphs: [
        'Kullanıcı, satın alma sayfasındaki kutuyu işaretleyip ödemeyi başlattığında bu sözleşmeyi okuduğunu ve kabul ettiğini bildirmiş olur. Sonradan yayımlanan bir sürüm, önceden verilmiş siparişleri değiştirmez.',
      ],
    },
  ],
};
