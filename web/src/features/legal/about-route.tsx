import type { ReactNode } from 'react';
import { Seller } from './seller.tsx';
import { List, Paragraph, TextPage, type TextPart } from './text-page.tsx';

const PARTS: readonly TextPart[] = [
  {
    heading: '1. Rasat nedir?',
    body: (
      <>
        <Paragraph>
          Rasat, gözlem demektir; rasathane sözü oradan gelir. Ömer Hayyam bir rasathanede çalışmış,
          gökyüzünü kestirmeden önce ölçmüştü. Bu site aynı işi piyasalarda yapmaya çalışır: önce
          ölçer, ölçtüğünü yazar, yazdığını bir daha değiştirmez.
        </Paragraph>
        <Paragraph>
          Kripto, forex, BIST, NASDAQ ve endekslerdeki semboller için beş analiz kutusu, haftalık
          seviyeler, işlem koşulu, döngü göstergesi ve seer görüşü hesaplar; bunları grafikte ve
          sembolün sayfasında gösterir. Bir seviyenin neden orada durduğunu, hangi mumlardan hangi
          işlemle bulunduğunu da yanında söyler.
        </Paragraph>
        <Paragraph>
          Yanında bir de teknik çizim eğitimi vardır: 16 saatlik sekiz video ders, soru ve ödev.
          Platform aboneliği için önce eğitimin alınmış olması gerekir.
        </Paragraph>
      </>
    ),
  },
  {
    heading: '2. Kendini nasıl ölçer?',
    body: (
      <>
        <Paragraph>
          Bir analiz sitesine sorulacak ilk soru, dediklerinin ne kadarının çıktığıdır. Yanıtı biz
          seçmeyelim diye her sinyal, yayımlandığı anda herkese açık bir{' '}
          <Way to="/record">sicile</Way> yazılır. Sicilin nasıl işlediği birkaç cümleyle şudur:
        </Paragraph>
        <List
          items={[
            [
              'chain',
              'Her satır kendinden öncekinin özetini taşır. Eski bir satır silinir veya değiştirilirse zincir kopar; bunu herkes görebilir.',
            ],
            [
              'baseline',
              'Her sinyalin yanında aynı sembolde, aynı yönde, aynı uzaklık ve süreyle kırk rastgele giriş izlenir. Girişlerin anını satırın kendi özeti belirler. İsabet oranı tek başına bir şey söylemez; rastgele girişten ayrışıyorsa söyler.',
            ],
            [
              'interval',
              'Hiçbir oran, kaç kayda dayandığı, yüzde 95 güven aralığı ve tabanı yazılmadan gösterilmez. Fark kanıtlanmamışsa sayfa bunu açıkça yazar.',
            ],
            [
              'costs',
              'Sonuçlar, makas ve komisyon düşülmüş hâliyle de verilir. Canlı yayımlanan satırlar geriye dönük hesaplananlarla, simülasyon gerçek fiyatla aynı orana girmez.',
            ],
            [
              'sealed',
              'Abonelere yayımlanan ve henüz sonuçlanmamış satırların fiyatı mühürlüdür: zincirdeki yerleri ve özetleri baştan bellidir, fiyatları sonuçlanınca, haftalık seviyelerinki hafta bitince açılır.',
            ],
            [
              'recompute',
              'Her satır, tarayıcınızda veya indirilen tek bir dosyayla yeniden hesaplanabilir. Bize inanmanız gerekmez.',
            ],
          ]}
        />
        <Paragraph>
          Hesaplar yalnızca kapanmış mumlara bakar ve sonradan yeniden çizilmez: bugün gördüğünüz
          kutu, o gün de oradaydı.
        </Paragraph>
      </>
    ),
  },
  {
    heading: '3. Fiyatlar nereden gelir?',
    body: (
      <>
        <Paragraph>
          Her sembolün tek bir kaynağı vardır; iki kaynağın mumları aynı seride buluşmaz. Bir
          sembolün kaynağı değişirse eski serisi arşivlenir, yenisi baştan başlar.
        </Paragraph>
        <List
          items={[
            [
              'simulated',
              'Simülasyon: gerçek sembol adlarıyla, bilgisayarda üretilmiş fiyatlar. Siteyi tanımak içindir, piyasayla ilgisi yoktur. Gösterildiği her yerde “simülasyon” yazar.',
            ],
            [
              'file',
              'Dosya: siteyi işletenin içeri aktardığı geçmiş veriler. Yeni dosya aktarılana kadar son mumda durur.',
            ],
            [
              'feed',
              'Veri akışı: işletenin bağladığı bir piyasa kaynağı. Sayı olmayan, sıfır veya eksi olan, bilinmeyen bir sembole ait olan veya sırası bozuk fiyatlar kapıdan geçmez; geç gelen bir düzeltme eski mumu değiştirmez, ayrıca kaydedilir.',
            ],
          ]}
        />
        <Paragraph>Saatler Türkiye saatiyledir (TSİ). Bir mumun zamanı, açıldığı andır.</Paragraph>
      </>
    ),
  },
  {
    heading: '4. Ne değildir?',
    body: (
      <>
        <Paragraph>
          Rasat bir aracı kurum, bir fon veya bir yatırım danışmanı değildir. Paranızı tutmaz, sizin
          adınıza işlem yapmaz, kazanç sözü vermez. Buradaki analizler, seviyeler, sinyaller ve
          dersler bilgi içindir; yatırım tavsiyesi değildir. Kaldıraçlı işlemler sermayenizin
          tamamını kaybettirebilir; alım satım kararı da sonucu da sizindir.
        </Paragraph>
        <Paragraph>
          Reklam göstermez, verilerinizi satmaz. Sayfalarda başka şirketlerin ölçüm kodu yoktur;
          ayrıntılar <Way to="/info/privacy">gizlilik politikasındadır</Way>.
        </Paragraph>
      </>
    ),
  },
  {
    heading: '5. Kim işletir?',
    body: (
      <>
        <Paragraph>
          Aboneliği ve eğitimi satan, faturayı düzenleyen ve kişisel verilerden sorumlu olan, bu
          siteyi işleten satıcıdır. Satışın koşulları{' '}
          <Way to="/info/agreement">satış ve kullanıcı sözleşmesinde</Way>, iadeninkiler{' '}
          <Way to="/info/refund">cayma, iptal ve iade koşullarında</Way> yazılıdır.
        </Paragraph>
        <Seller />
        <p hidden data-nobody className="mt-3 text-16 leading-[1.68] text-ink-2 [[hidden]]:hidden">
          Bu kurulumda satış yapılmıyor; bir satıcı tanımlanmamış.
        </p>
      </>
    ),
  },
  {
    heading: '6. Bize nasıl ulaşırsınız?',
    body: (
      <>
        <p
          hidden
          data-with-contact
          className="mt-3 text-16 leading-[1.68] text-ink-2 [[hidden]]:hidden"
        >
          En kısa yol{' '}
          <a
            data-contact
            href="/info/about"
            target="_blank"
            rel="noopener noreferrer"
            className="text-ink underline decoration-line-ctl underline-offset-3"
          >
            bize mesaj yazmaktır<span className="sr-only"> (yeni sekmede açılır)</span>
          </a>
          .
        </p>
        <Paragraph>
          Üyeyseniz, sipariş ve hesap e-postalarını yanıtlayabilirsiniz; ders sorularınızı hesap
          sayfanızdaki Soru ve yanıt bölümünden gönderirsiniz. Yazılı bildirimler için yukarıdaki
          adresi kullanın. Kişisel verilerinizle ilgili haklarınız{' '}
          <Way to="/info/kvkk">aydınlatma metninde</Way>, verilerin ne kadar tutulduğu{' '}
          <Way to="/info/retention">saklama ve imha politikasında</Way> anlatılır.
        </Paragraph>
      </>
    ),
  },
];

/** What Rasat is, how it measures itself, where its prices come from, who runs it, and how they are reached. */
export default function AboutRoute() {
  return (
    <TextPage
      title="Rasat hakkında"
      about="Ne olduğu, kendini nasıl ölçtüğü, fiyatların kaynağı ve kimin işlettiği"
      parts={PARTS}
    />
  );
}

function Way({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <a href={to} className="text-ink underline decoration-line-ctl underline-offset-3">
      {children}
    </a>
  );
}
