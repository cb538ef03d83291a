import type { LegalWording } from './legal-text.ts';

/** The notice that Law No. 6698 requires before personal data are collected. */
export const KVKK: LegalWording = {
  title: 'Kişisel Verilerin Korunması Aydınlatma Metni',
  sections: [
    {
      heading: '1. Veri sorumlusu',
      paragraphs: [
        '6698 sayılı Kişisel Verilerin Korunması Kanunu (“Kanun”) bakımından veri sorumlusu, Rasat hizmetini işleten ve satış sözleşmesi ile faturada unvanı, vergi dairesi, vergi numarası ve adresi yazılı olan satıcıdır.',
      ],
    },
    {
      heading: '2. İşlenen kişisel veriler',
      paragraphs: ['Üyelik ve kullanım sırasında aşağıdaki veriler işlenir:'],
      list: [
        'Kimlik: ad, soyad, kimlik numarası.',
        'İletişim: e-posta adresi, cep telefonu, ülke, şehir, ilçe, açık adres; bağlanmışsa Telegram sohbet numarası.',
        'Müşteri işlem: satın alma, fatura ve hak kayıtları; soru, cevap ve ödevler.',
        'İşlem güvenliği: şifre özeti, oturum kayıtları, başarısız giriş sayısı, onayın verildiği internet adresi.',
        'Tercih ve kullanım: dil ve görünüm tercihleri, favori semboller, sayfa görüntüleme sayıları.',
      ],
    },
    {
      heading: '3. Amaçlar ve hukuki sebepler',
      paragraphs: [
        'Verileriniz Kanun’un 5. maddesinin ikinci fıkrasındaki şu sebeplere dayanılarak işlenir:',
      ],
      list: [
        'Sözleşmenin kurulması ve ifası: hesabın açılması, hizmetin ve eğitimin sunulması, bildirimlerin iletilmesi.',
        'Hukuki yükümlülük: fatura düzenlenmesi, mali kayıtların tutulması, yetkili kurumların taleplerinin karşılanması.',
        'Bir hakkın tesisi, kullanılması veya korunması: onayların, işlemlerin ve uyuşmazlıkların kanıtlanması.',
        'Temel haklarınıza zarar vermemek kaydıyla meşru menfaat: hesabın ve hizmetin güvenliğinin sağlanması, kötüye kullanımın önlenmesi.',
        'Açık rıza: Telegram bağlantısı gibi, yalnızca sizin isteğinizle yapılan ve her an geri alabileceğiniz işlemler.',
      ],
    },
    {
      heading: '4. Toplama yöntemi',
      paragraphs: [
        'Veriler; üyelik formu, hesap sayfanız, satın alma adımları ve siteyi kullanmanız sırasında, tamamen veya kısmen otomatik yollarla elektronik ortamda toplanır.',
      ],
    },
    {
      heading: '5. Aktarım',
      paragraphs: [
        'Verileriniz; ödemenin alınması için ödeme kuruluşuna, faturanın düzenlenmesi için mali müşavire ve fatura hizmeti sağlayıcısına, iletilerin ulaştırılması için e-posta hizmetine, isteğiniz üzerine Telegram’a ve yasal zorunluluk hâlinde yetkili kamu kurumlarına, amaçla sınırlı olarak aktarılır. Telegram’a aktarım, sohbeti siz bağladığınızda ve yalnızca açık rızanıza dayanarak yapılır.',
      ],
    },
    {
      heading: '6. Saklama süresi',
      paragraphs: [
        'Sözleşme ilişkisine ait veriler, sözleşmenin sona ermesinden itibaren on yıl saklanır ve sürenin bitimini izleyen ilk periyodik imhada yok edilir. Ayrıntılar Saklama ve İmha Politikası’ndadır.',
      ],
    },
    {
      heading: '7. Haklarınız',
      paragraphs: ['Kanun’un 11. maddesi uyarınca veri sorumlusuna başvurarak:'],
      list: [
        'kişisel verilerinizin işlenip işlenmediğini öğrenme, işlenmişse bilgi isteme,',
        'işlenme amacını ve amacına uygun kullanılıp kullanılmadığını öğrenme,',
        'yurt içinde veya yurt dışında aktarıldığı üçüncü kişileri bilme,',
        'eksik veya yanlış işlenmişse düzeltilmesini isteme,',
        'Kanun’daki şartlar çerçevesinde silinmesini veya yok edilmesini isteme,',
        'düzeltme, silme ve yok etme işlemlerinin aktarılan üçüncü kişilere bildirilmesini isteme,',
        'yalnızca otomatik sistemlerle çözümlenmesi sonucu aleyhinize bir sonuç çıkmasına itiraz etme,',
        'Kanun’a aykırı işleme sebebiyle zarara uğramanız hâlinde zararın giderilmesini isteme',
      ],
    },
    {
      heading: '8. Başvuru',
      paragraphs: [
        'Verilerinizin bir örneğini indirmek ve silinmelerini istemek için hesap sayfanızdaki Ayarlar bölümünü kullanabilirsiniz. Bunun dışındaki başvurularınızı satış sözleşmesinde yazılı adrese yazılı olarak veya üyeliğinizde kayıtlı e-posta adresinizden gönderebilirsiniz. Başvurular niteliğine göre en kısa sürede ve en geç otuz gün içinde sonuçlandırılır.',
      ],
    },
  ],
};
