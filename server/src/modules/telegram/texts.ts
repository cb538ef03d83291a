import { DEFAULT_LANGUAGE, findLanguage, type Language } from '@rasat/contract';

/** Texts of the bot, besides messages that people write. */
export interface BotTexts {
  /** Answer after the link was opened. */
  linked(publicId: string): string;
  /** Answer to `/start` in a linked chat. */
  already(publicId: string): string;
  /** Answer to a used, expired or unknown link. */
  noLink(accountUrl: string): string;
  /** Answer to any message in a chat that is not linked. */
  stranger(accountUrl: string): string;
  readonly stopped: string;
  help(accountUrl: string): string;
  /** Heading of a message, by list. */
  readonly message: { readonly platform: string; readonly class: string };
  readonly signal: {
    readonly title: string;
    readonly buy: string;
    readonly sell: string;
    readonly price: string;
    readonly zone: string;
    readonly simulated: string;
  };
}

/** Texts of the bot by language. */
export const BOT_TEXTS: Readonly<Record<Language, BotTexts>> = {
  tr: {
    linked: (id) =>
      `Bu sohbet, ${id} numaralı Rasat hesabınıza bağlandı. Platform mesajları ve yanıtlar buraya gelecek.\n\nFavorilerinizin yeni tahminci kayıtlarını da almak isterseniz bunu hesap sayfasının Telegram bölümünden açabilirsiniz.\n\nBağlantıyı kesmek için: /stop`,
    already: (id) =>
      `Bu sohbet zaten ${id} numaralı Rasat hesabınıza bağlı.\n\nBağlantıyı kesmek için: /stop\nYardım için: /help`,
    noLink: (url) =>
      `Bu bağlantı kullanılmış veya süresi dolmuş. Hesap sayfanızdan yeni bir bağlantı alın:\n${url}`,
    stranger: (url) =>
      `Merhaba, ben Rasat botuyum. Bu sohbet henüz bir hesaba bağlı değil. Bağlamak için hesap sayfanızdaki Telegram bölümünü açın:\n${url}`,
    stopped:
      'Bağlantı kesildi. Buraya artık mesaj gelmeyecek. Dilediğiniz zaman hesap sayfanızdan yeniden bağlanabilirsiniz.',
    help: (url) =>
      `Rasat botu, hesabınıza gelen platform mesajlarını ve yanıtları iletir. İsterseniz favorilerinizin yeni tahminci kayıtlarını da gönderir; bu, abonelere açıktır ve hesap sayfasından seçilir:\n${url}\n\n/stop  bağlantıyı keser\n/help  bu yardımı gösterir`,
    message: { platform: 'Platform mesajı', class: 'Sınıf mesajı' },
    signal: {
      title: 'Favorinizde yeni tahminci kaydı',
      buy: 'Alış',
      sell: 'Satış',
      price: 'Fiyat',
      zone: 'TSİ',
      simulated: 'Fiyatlar simülasyondur.',
    },
  },
  az: {
    linked: (id) =>
      `Bu söhbət ${id} nömrəli Rasat hesabınıza bağlandı. Platforma mesajları və cavablar buraya gələcək.\n\nSeçilmişlərinizin yeni proqnoz qeydlərini də almaq istəsəniz, bunu hesab səhifəsinin Telegram bölməsində aça bilərsiniz.\n\nBağlantını kəsmək üçün: /stop`,
    already: (id) =>
      `Bu söhbət artıq ${id} nömrəli Rasat hesabınıza bağlıdır.\n\nBağlantını kəsmək üçün: /stop\nKömək üçün: /help`,
    noLink: (url) =>
      `Bu keçid ya istifadə olunub, ya da vaxtı bitib. Hesab səhifənizdən yeni keçid alın:\n${url}`,
    stranger: (url) =>
      `Salam, mən Rasat botuyam. Bu söhbət hələ heç bir hesaba bağlı deyil. Bağlamaq üçün hesab səhifənizdə Telegram bölməsini açın:\n${url}`,
    stopped:
      'Bağlantı kəsildi. Buraya artıq mesaj gəlməyəcək. İstədiyiniz vaxt hesab səhifənizdən yenidən bağlana bilərsiniz.',
    help: (url) =>
      `Rasat botu hesabınıza gələn platforma mesajlarını və cavabları çatdırır. İstəsəniz, seçilmişlərinizin yeni proqnoz qeydlərini də göndərir; bu, abunəçilər üçündür və hesab səhifəsində seçilir:\n${url}\n\n/stop  bağlantını kəsir\n/help  bu köməyi göstərir`,
    message: { platform: 'Platforma mesajı', class: 'Sinif mesajı' },
    signal: {
      title: 'Seçilmişinizdə yeni proqnoz qeydi',
      buy: 'Alış',
      sell: 'Satış',
      price: 'Qiymət',
      zone: 'İstanbul vaxtı',
      simulated: 'Qiymətlər simulyasiyadır.',
    },
  },
  en: {
    linked: (id) =>
      `This chat is now linked to your Rasat account ${id}. Platform messages and answers will arrive here.\n\nIf you also want new predictor entries of your favourites, switch them on in the Telegram section of the account page.\n\nTo unlink: /stop`,
    already: (id) =>
      `This chat is already linked to your Rasat account ${id}.\n\nTo unlink: /stop\nFor help: /help`,
    noLink: (url) =>
      `This link has been used or has expired. Get a new one from your account page:\n${url}`,
    stranger: (url) =>
      `Hello, I am the Rasat bot. This chat is not linked to an account yet. To link it, open the Telegram section of your account page:\n${url}`,
    stopped:
      'Unlinked. No more messages will arrive here. You can link again from your account page whenever you like.',
    help: (url) =>
      `The Rasat bot passes on platform messages and answers to your account. If you like, it also sends new predictor entries of your favourites; that is for subscribers and is chosen on the account page:\n${url}\n\n/stop  unlinks this chat\n/help  shows this help`,
    message: { platform: 'Platform message', class: 'Class message' },
    signal: {
      title: 'New predictor entry of a favourite',
      buy: 'Buy',
      sell: 'Sell',
      price: 'Price',
      zone: 'Istanbul time',
      simulated: 'Prices are simulated.',
    },
  },
};

/** Returns the language that a person or a Telegram client names; Turkish for an unsupported one. */
export function botLanguage(named: string | undefined): Language {
  return findLanguage(named?.slice(0, 2)) ?? DEFAULT_LANGUAGE;
}
