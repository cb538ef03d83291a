import type { LegalWording } from './legal-text.ts';

/** The terms of refund. No code refuses a refund: every request is decided in the back office. */
export const REFUND: LegalWording = {
  title: 'Cayma, İptal ve İade Koşulları',
  sections: [
    {
      heading: '1. Kapsam',
      paragraphs: [
        'Bu koşullar, siteden satın alınan platform aboneliği ve eğitim için geçerlidir. Satıcının unvanı, vergi bilgileri ve adresi Satış ve Kullanıcı Sözleşmesi sayfasında, sipariş e-postasında ve faturada yazılıdır.',
      ],
    },
    {
      heading: '2. Ürün kullanılamaz hâle gelirse',
      paragraphs: [
        'Satın alınan hizmet kullanılamaz hâle gelirse, bunu öğrenen taraf durumu 3 gün içinde öteki tarafa bildirir. Satıcı, bildirimden itibaren 14 gün içinde tahsil ettiği bedeli iade eder.',
        'Durumu siz fark ettiyseniz kullanamadığınız şeyi ve ne zamandan beri kullanamadığınızı birkaç cümleyle yazmanız yeterlidir. Geç bildirim, kanundan doğan haklarınızı ortadan kaldırmaz.',
      ],
    },
    {
      heading: '3. Cayma hakkı',
      paragraphs: [
        'Mesafeli sözleşmelerde tüketici, kural olarak sözleşmenin kurulduğu günden itibaren 14 gün içinde gerekçe göstermeden ve cezai şart ödemeden sözleşmeden cayabilir. Bu hak 6502 sayılı Tüketicinin Korunması Hakkında Kanun ile Mesafeli Sözleşmeler Yönetmeliği’nden doğar. Elektronik ortamda anında ifa edilen hizmetler gibi, mevzuatın cayma hakkının dışında tuttuğu durumlar vardır.',
        'Cayma bildiriminiz kendiliğinden reddedilmez: her bildirim bir görevli tarafından incelenir ve sonucu size yazılı olarak, gerekçesiyle bildirilir. Cayma kabul edildiğinde bedel, bildirimin bize ulaştığı günden itibaren 14 gün içinde iade edilir.',
      ],
    },
    {
      heading: '4. İptal',
      paragraphs: [
        'Ödeme tamamlanmadan vazgeçmek için bir şey yapmanız gerekmez: ödeme sayfasını kapatmanız yeterlidir, tamamlanmayan ödeme ne erişim açar ne fatura doğurur.',
        'Siteden alınan abonelik dönem sonunda kendiliğinden biter; iptal edilecek bir yenileme yoktur. Aboneliği süresinden önce bitirmek isterseniz 5. bölümdeki yolla başvurursunuz.',
      ],
    },
    {
      heading: '5. Nasıl başvurulur?',
      paragraphs: [
        'Bildiriminizi, üyeliğinizde kayıtlı e-posta adresinden sipariş e-postasını yanıtlayarak veya Satıcının faturada yazılı adresine yazılı olarak gönderin. Şunlar yeterlidir:',
      ],
      list: [
        'adınız ve soyadınız,',
        'sipariş numaranız (RS ile başlar; sipariş e-postasında ve faturada yazar),',
        'ne istediğiniz: cayma, kullanılamama nedeniyle iade veya başka bir istek,',
        'tarih.',
      ],
    },
    {
      heading: '6. İade nasıl yapılır?',
      paragraphs: [
        'İade, ödeme kuruluşu aracılığıyla ödemenin yapıldığı karta, tek seferde ve masraf kesilmeden yapılır. Tutarın hesabınıza geçmesi bankanıza göre birkaç gün sürebilir.',
        'İade başladığında o siparişle açılan erişim hemen sona erer. İade için, ilk faturaya bağlı bir iade belgesi düzenlenir; ilk fatura silinmez. İkisi de hesap sayfanızdaki Faturalar bölümünde durur.',
        'Ödemeniz alındığı hâlde hizmet size açılamıyorsa, örneğin aynı eğitim için ikinci kez ödeme yapıldıysa, bedel siz başvurmadan iade edilir.',
      ],
    },
    {
      heading: '7. Kayıtlar',
      paragraphs: [
        'Sipariş, iade ve fatura kayıtları, sözleşmenin sona ermesinden itibaren 10 yıl saklanır.',
      ],
    },
    {
      heading: '8. Anlaşamazsak',
      paragraphs: [
        'Parasal sınırlara göre, yerleşim yerinizdeki veya hizmeti satın aldığınız yerdeki tüketici hakem heyetine ya da tüketici mahkemesine başvurabilirsiniz. Bu koşullar, kanunun tüketiciye tanıdığı hakları sınırlamaz.',
      ],
    },
  ],
};
