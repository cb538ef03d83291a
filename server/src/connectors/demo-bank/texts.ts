import { istanbulIso, type Language } from '@rasat/contract';
import type { CardCode } from '../payment-provider.ts';
import type { CardText } from './cards.ts';

/** Every text of the bank's pages, in one language. */
export interface Texts {
  readonly bank: string;
  readonly demonstration: string;
  readonly title: string;
  readonly holder: string;
  readonly number: string;
  readonly expiry: string;
  readonly expiryHint: string;
  readonly cvc: string;
  readonly cvcHint: string;
  readonly product: string;
  readonly order: string;
  readonly total: string;
  readonly vat: string;
  /** Time until which the page can be paid. */
  readonly until: (time: string) => string;
  readonly pay: (amount: string) => string;
  readonly cancel: string;
  readonly codes: Readonly<Record<CardCode, string>>;
  /** Message for a card that its bank refused. */
  readonly declined: string;
  readonly notTaken: string;
  readonly wrongCode: string;
  readonly testCards: string;
  readonly testCardsHint: string;
  readonly cards: Readonly<Record<CardText, string>>;
  readonly cardColumn: string;
  readonly outcomeColumn: string;
  readonly codeTitle: string;
  readonly codeLead: string;
  readonly codeShown: string;
  readonly code: string;
  readonly confirm: string;
  readonly otherCard: string;
  readonly paidTitle: string;
  readonly paidLead: string;
  readonly goBack: string;
  readonly lostLead: string;
  readonly openShop: string;
  readonly overTitle: string;
  readonly overLead: string;
  readonly closedLead: string;
  readonly unknownTitle: string;
  readonly unknownLead: string;
  readonly silentTitle: string;
  readonly silentLead: string;
  readonly faultPrefix: string;
}

const tr: Texts = {
  bank: 'Deneme Bankası',
  demonstration: 'Bu bir deneme sayfasıdır, para çekilmez. Gerçek bir kartın bilgilerini girmeyin.',
  title: 'Ödeme',
  holder: 'Kart üzerindeki isim',
  number: 'Kart numarası',
  expiry: 'Son kullanma',
  expiryHint: 'Ay / yıl, örneğin 12 / 30',
  cvc: 'CVC',
  cvcHint: 'Üç rakam',
  product: 'Ürün',
  order: 'Sipariş',
  total: 'Toplam',
  vat: 'KDV dahil',
  until: (time) => `Bu sayfada saat ${time} olana kadar ödeme yapılabilir. Kartınız saklanmaz.`,
  pay: (amount) => `${amount} öde`,
  cancel: 'Vazgeç ve siteye dön',
  codes: {
    'card-holder-400': 'Kart sahibinin adını kontrol edin',
    'card-number-400': 'Kart numarasını kontrol edin',
    'card-date-400': 'Kartın son kullanma tarihini kontrol edin',
    'card-cvc-400': 'Kartın güvenlik kodunu kontrol edin',
    'card-bad-fields-400': 'Eksik veya yanlış bilgi girdiniz',
  },
  declined: 'Kartın bankası ödemeyi kabul etmedi.',
  notTaken: 'Para çekilmedi, yeniden deneyebilirsiniz.',
  wrongCode: 'Ödeme doğrulanamadı.',
  testCards: 'Deneme kartları',
  testCardsHint:
    'Bu sayfa yalnızca aşağıdaki kartları tanır. Ad ve CVC dilediğiniz gibi, son kullanma tarihi ileride bir ay olabilir.',
  cards: {
    paid: 'Ödeme alınır',
    noFunds: 'Bakiye yetersiz',
    expired: 'Kartın süresi dolmuş',
    cvc: 'Güvenlik kodu yanlış',
    fraud: 'Banka kuşkulanır ve reddeder',
    general: 'Bankada genel hata',
    unconfirmed: 'Doğrulama adımı başarısız olur',
    unconfirmedToo: 'Doğrulama adımı başarısız olur (kart kayıtlı değil)',
    kept: 'Ödeme alınır, iadesi reddedilir',
    silent: 'Ödeme alınır, banka yarım dakika susar',
    repeated: 'Ödeme alınır, siteye beş kez bildirilir',
    lost: 'Ödeme alınır, bildirim ve dönüş kaybolur',
  },
  cardColumn: 'Kart',
  outcomeColumn: 'Sonuç',
  codeTitle: 'Ödemeyi doğrulayın',
  codeLead: 'Kartın bankası, ödemeyi tek kullanımlık bir kodla doğrulamanızı istiyor.',
  codeShown: 'Gerçekte telefonunuza gelirdi. Deneme kodunuz:',
  code: 'Doğrulama kodu',
  confirm: 'Onayla',
  otherCard: 'Başka kartla öde',
  paidTitle: 'Ödeme alındı',
  paidLead: 'Siteye dönülüyor. Sayfa kendiliğinden açılmazsa düğmeye basın.',
  goBack: 'Siteye dön',
  lostLead:
    'Bu kart, siteye ulaşamayan bir bildirimi gösterir: banka siteye haber vermez, tarayıcınız da geri gönderilmez. Site ödemeyi birkaç dakika içinde kendisi sorar.',
  openShop: 'Siteyi aç',
  overTitle: 'Bu sayfanın süresi doldu',
  overLead: 'Para çekilmedi. Siteye dönüp ödemeyi yeniden başlatabilirsiniz.',
  closedLead: 'Çok sayıda kart denendiği için sayfa kapandı. Para çekilmedi.',
  unknownTitle: 'Böyle bir ödeme sayfası yok',
  unknownLead: 'Adresi kontrol edin veya ödemeyi sitede yeniden başlatın.',
  silentTitle: 'Banka yanıt vermedi',
  silentLead:
    'Ödemenin sonucu bu sayfada bilinmiyor. Yeniden ödemeyin; siteye dönün, sonuç orada görünecek.',
  faultPrefix: 'Hata:',
};

const az: Texts = {
  bank: 'Sınaq Bankı',
  demonstration: 'Bu, sınaq səhifəsidir, pul çıxılmır. Həqiqi kartın məlumatlarını yazmayın.',
  title: 'Ödəniş',
  holder: 'Kartın üzərindəki ad',
  number: 'Kart nömrəsi',
  expiry: 'Bitmə tarixi',
  expiryHint: 'Ay / il, məsələn 12 / 30',
  cvc: 'CVC',
  cvcHint: 'Üç rəqəm',
  product: 'Məhsul',
  order: 'Sifariş',
  total: 'Cəmi',
  vat: 'ƏDV daxil',
  until: (time) => `Bu səhifədə saat ${time} olana qədər ödəmək olar. Kartınız saxlanmır.`,
  pay: (amount) => `${amount} ödə`,
  cancel: 'İmtina et və sayta qayıt',
  codes: {
    'card-holder-400': 'Kart sahibinin adını yoxlayın',
    'card-number-400': 'Kart nömrəsini yoxlayın',
    'card-date-400': 'Kartın bitmə tarixini yoxlayın',
    'card-cvc-400': 'Kartın təhlükəsizlik kodunu yoxlayın',
    'card-bad-fields-400': 'Natamam və ya yanlış məlumat daxil etmisiniz',
  },
  declined: 'Kartın bankı ödənişi qəbul etmədi.',
  notTaken: 'Pul çıxılmadı, yenidən cəhd edə bilərsiniz.',
  wrongCode: 'Ödəniş təsdiqlənmədi.',
  testCards: 'Sınaq kartları',
  testCardsHint:
    'Bu səhifə yalnız aşağıdakı kartları tanıyır. Ad və CVC istədiyiniz kimi, bitmə tarixi isə gələcək bir ay ola bilər.',
  cards: {
    paid: 'Ödəniş alınır',
    noFunds: 'Balans kifayət etmir',
    expired: 'Kartın müddəti bitib',
    cvc: 'Təhlükəsizlik kodu yanlışdır',
    fraud: 'Bank şübhələnir və rədd edir',
    general: 'Bankda ümumi xəta',
    unconfirmed: 'Təsdiq addımı uğursuz olur',
    unconfirmedToo: 'Təsdiq addımı uğursuz olur (kart qeydiyyatda deyil)',
    kept: 'Ödəniş alınır, geri qaytarılması rədd edilir',
    silent: 'Ödəniş alınır, bank yarım dəqiqə susur',
    repeated: 'Ödəniş alınır, sayta beş dəfə bildirilir',
    lost: 'Ödəniş alınır, bildiriş və qayıdış itir',
  },
  cardColumn: 'Kart',
  outcomeColumn: 'Nəticə',
  codeTitle: 'Ödənişi təsdiqləyin',
  codeLead: 'Kartın bankı ödənişi birdəfəlik kodla təsdiqləməyinizi istəyir.',
  codeShown: 'Əslində telefonunuza gələrdi. Sınaq kodunuz:',
  code: 'Təsdiq kodu',
  confirm: 'Təsdiqlə',
  otherCard: 'Başqa kartla ödə',
  paidTitle: 'Ödəniş alındı',
  paidLead: 'Sayta qayıdılır. Səhifə özü açılmasa, düyməni basın.',
  goBack: 'Sayta qayıt',
  lostLead:
    'Bu kart sayta çatmayan bildirişi göstərir: bank sayta xəbər vermir, brauzeriniz də geri göndərilmir. Sayt ödənişi bir neçə dəqiqəyə özü soruşacaq.',
  openShop: 'Saytı aç',
  overTitle: 'Bu səhifənin vaxtı bitib',
  overLead: 'Pul çıxılmadı. Sayta qayıdıb ödənişi yenidən başlada bilərsiniz.',
  closedLead: 'Çox sayda kart sınandığı üçün səhifə bağlandı. Pul çıxılmadı.',
  unknownTitle: 'Belə ödəniş səhifəsi yoxdur',
  unknownLead: 'Ünvanı yoxlayın və ya ödənişi saytda yenidən başladın.',
  silentTitle: 'Bank cavab vermədi',
  silentLead:
    'Ödənişin nəticəsi bu səhifədə məlum deyil. Yenidən ödəməyin; sayta qayıdın, nəticə orada görünəcək.',
  faultPrefix: 'Xəta:',
};

const en: Texts = {
  bank: 'Demonstration Bank',
  demonstration: 'This page is a demonstration and takes no money. Do not enter a real card.',
  title: 'Payment',
  holder: 'Name on the card',
  number: 'Card number',
  expiry: 'Expires',
  expiryHint: 'Month / year, such as 12 / 30',
  cvc: 'CVC',
  cvcHint: 'Three digits',
  product: 'Product',
  order: 'Order',
  total: 'Total',
  vat: 'VAT included',
  until: (time) => `You can pay on this page until ${time}. Your card is not kept.`,
  pay: (amount) => `Pay ${amount}`,
  cancel: 'Cancel and go back to the site',
  codes: {
    'card-holder-400': 'Check that card detail',
    'card-number-400': 'Check that card detail',
    'card-date-400': 'Check that card detail',
    'card-cvc-400': 'Check that card detail',
    'card-bad-fields-400': 'You entered incomplete or incorrect information',
  },
  declined: 'The card’s bank did not accept the payment.',
  notTaken: 'No money was taken, and you can try again.',
  wrongCode: 'The payment was not confirmed.',
  testCards: 'Test cards',
  testCardsHint:
    'This page knows only the cards below. Name and CVC are up to you, and any later month will do as the expiry date.',
  cards: {
    paid: 'Is paid',
    noFunds: 'Not enough funds',
    expired: 'The card has expired',
    cvc: 'Wrong security code',
    fraud: 'The bank is suspicious and refuses',
    general: 'General error at the bank',
    unconfirmed: 'The confirmation fails',
    unconfirmedToo: 'The confirmation fails (card not enrolled)',
    kept: 'Is paid, and a refund is refused',
    silent: 'Is paid, then the bank is silent for half a minute',
    repeated: 'Is paid, and the site is told five times',
    lost: 'Is paid, and neither notice nor browser comes back',
  },
  cardColumn: 'Card',
  outcomeColumn: 'Outcome',
  codeTitle: 'Confirm the payment',
  codeLead: 'The card’s bank asks you to confirm the payment with a one-time code.',
  codeShown: 'In reality it would come to your phone. Your demonstration code:',
  code: 'Confirmation code',
  confirm: 'Confirm',
  otherCard: 'Pay with another card',
  paidTitle: 'Payment received',
  paidLead: 'Going back to the site. If the page does not open by itself, press the button.',
  goBack: 'Back to the site',
  lostLead:
    'This card shows a notice that never arrives: the bank tells the site nothing and your browser is not sent back. The site will ask about the payment by itself within a few minutes.',
  openShop: 'Open the site',
  overTitle: 'This page has expired',
  overLead: 'No money was taken. You can go back to the site and start the payment again.',
  closedLead: 'The page was closed because too many cards were tried. No money was taken.',
  unknownTitle: 'There is no such payment page',
  unknownLead: 'Check the address, or start the payment again on the site.',
  silentTitle: 'The bank did not answer',
  silentLead:
    'How the payment ended is not known here. Do not pay again: go back to the site, which will show the outcome.',
  faultPrefix: 'Error:',
};

/** The texts of each language. */
export const TEXTS: Readonly<Record<Language, Texts>> = { tr, az, en };

/** Formats a moment as Istanbul clock time: `14:02`. */
export function formatTime(timeMs: number): string {
  return istanbulIso(timeMs).slice(11);
}
