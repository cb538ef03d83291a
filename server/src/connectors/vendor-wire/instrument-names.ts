import { forEachLanguage, type InLanguages } from '@rasat/contract';

/** A name in Turkish, Azerbaijani and English, or one for all three. */
type Name = readonly [tr: string, az: string, en: string] | string;

/** Coins, currencies and metals by their codes. */
const MONEY: Readonly<Record<string, Name>> = {
  BTC: ['Bitcoin', 'Bitkoin', 'Bitcoin'],
  USD: ['ABD Doları', 'ABŞ dolları', 'US Dollar'],
  ETH: ['Ethereum', 'Efirium', 'Ethereum'],
  BNB: 'BNB',
  SOL: 'Solana',
  XRP: 'XRP',
  ADA: ['Cardano', 'Kardano', 'Cardano'],
  DOGE: ['Dogecoin', 'Doqkoin', 'Dogecoin'],
  AVAX: ['Avalanche', 'Avalanş', 'Avalanche'],
  DOT: 'Polkadot',
  TRX: 'TRON',
  LINK: 'Chainlink',
  LTC: ['Litecoin', 'Laytkoin', 'Litecoin'],
  EUR: ['Euro', 'Avro', 'Euro'],
  GBP: ['İngiliz Sterlini', 'İngilis funtu', 'British Pound'],
  JPY: ['Japon Yeni', 'Yapon yeni', 'Japanese Yen'],
  CHF: ['İsviçre Frangı', 'İsveçrə frankı', 'Swiss Franc'],
  AUD: ['Avustralya Doları', 'Avstraliya dolları', 'Australian Dollar'],
  NZD: ['Yeni Zelanda Doları', 'Yeni Zelandiya dolları', 'New Zealand Dollar'],
  CAD: ['Kanada Doları', 'Kanada dolları', 'Canadian Dollar'],
  TRY: ['Türk Lirası', 'Türk lirəsi', 'Turkish Lira'],
  RUB: ['Rus Rublesi', 'Rusiya rublu', 'Russian Ruble'],
  AZN: ['Azerbaycan Manatı', 'Azərbaycan manatı', 'Azerbaijani Manat'],
  XAU: ['Altın', 'Qızıl', 'Gold'],
  XAG: ['Gümüş', 'Gümüş', 'Silver'],
};

/** Shares and indices by their usual symbols. */
const NAMES: Readonly<Record<string, Name>> = {
  THYAO: ['Türk Hava Yolları', 'Türk Hava Yolları', 'Turkish Airlines'],
  GARAN: 'Garanti BBVA',
  AKBNK: 'Akbank',
  ASELS: 'Aselsan',
  EREGL: ['Ereğli Demir Çelik', 'Ereğli Dəmir-Polad', 'Eregli Iron and Steel'],
  KCHOL: ['Koç Holding', 'Koç Holdinq', 'Koc Holding'],
  SISE: ['Şişecam', 'Şişecam', 'Sisecam'],
  BIMAS: ['BİM Mağazalar', 'BİM Mağazalar', 'BIM Stores'],
  TUPRS: ['Tüpraş', 'Tüpraş', 'Tupras'],
  FROTO: 'Ford Otosan',
  SAHOL: ['Sabancı Holding', 'Sabancı Holdinq', 'Sabanci Holding'],
  ADBE: 'Adobe',
  INTC: 'Intel',
  AAPL: 'Apple',
  MSFT: 'Microsoft',
  NVDA: 'NVIDIA',
  AMZN: 'Amazon',
  GOOG: 'Alphabet',
  META: 'Meta Platforms',
  TSLA: 'Tesla',
  AMD: 'AMD',
  NFLX: 'Netflix',
  SPX: 'S&P 500',
  NDX: 'Nasdaq 100',
  DJI: ['Dow Jones Sanayi', 'Dou Cons Sənaye', 'Dow Jones Industrial'],
  XU100: 'BIST 100',
  XU030: 'BIST 30',
  DAX: 'DAX 40',
};

/** Returns the name of a coin, currency or metal in each language; its code where it has no other name. */
export function moneyName(code: string): InLanguages {
  return inLanguages(MONEY[code] ?? code);
}

/** Returns the name of a pair: the names of both sides. */
export function pairName(base: string, quote: string): InLanguages {
  const [first, second] = [moneyName(base), moneyName(quote)];
  return forEachLanguage((language) => `${first[language]} / ${second[language]}`);
}

/** Returns the name of a share or index, in each language where it is well known; else the vendor's own. */
export function instrumentName(symbol: string, own: string): InLanguages {
  return inLanguages(NAMES[symbol] ?? own);
}

function inLanguages(name: Name): InLanguages {
  if (typeof name === 'string') return forEachLanguage(() => name);
  const [tr, az, en] = name;
  return { tr, az, en };
}
