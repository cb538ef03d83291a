import { isIP } from 'node:net';
import path from 'node:path';
import {
  CONNECTOR_NAMES,
  type ConnectorName,
  DEFAULT_LANGUAGE,
  isWebAddress,
  LANGUAGES,
  LICENCES,
  PROVIDER_NAMES,
  type ProviderName,
  readCosts,
} from '@rasat/contract/settings';
import { LOG_LEVELS } from './log.ts';
import {
  address,
  http,
  type Kind,
  oneOf,
  type Setting,
  type Settings,
  type SettingValue,
  secret,
  setting,
  someOf,
  text,
  type Values,
  whole,
} from './settings.ts';
import { StartError } from './start-error.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../../..');

const folder: Kind<string> = { expected: 'a path', parse: (t) => path.resolve(REPOSITORY, t) };
const host: Kind<string> = {
  expected: 'an IP address or "localhost"',
  parse: (t) => (isIP(t) > 0 || t === 'localhost' ? t : undefined),
};

const mailServer: Kind<string> = {
  expected: 'an address like smtps://user:password@mail.example.com',
  parse: (t) => {
    const url = URL.parse(t);
    if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return undefined;
    try {
      decodeURIComponent(url.username + url.password);
      return t;
    } catch {
      return undefined;
    }
  },
};

const origin: Kind<string> = {
  expected: 'an address like https://example.com, without a path',
  parse: (t) => {
    const url = URL.parse(t);
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
    return url.pathname === '/' && !url.search && !url.hash ? url.origin : undefined;
  },
};

const MAILBOX = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+$/;

/** `ada@rasat.example` or `Rasat <ada@rasat.example>`; the name holds no character that would end it. */
const sender: Kind<string> = {
  expected: 'an address like noreply@example.com or Rasat <noreply@example.com>',
  parse: (t) => {
    const [, address = t] = /^[^\p{Cc}",;:<>@()[\]\\]{1,100} <([^<>]*)>$/u.exec(t) ?? [];
    return MAILBOX.test(address) ? t : undefined;
  },
};

const MOST_MAILBOXES = 10;

const mailboxes: Kind<readonly string[]> = {
  expected: `one to ${MOST_MAILBOXES} mail addresses, separated by commas`,
  parse: (t) => {
    const list = t.split(',').map((entry) => entry.trim());
    const isGood = list.length <= MOST_MAILBOXES && list.every((entry) => MAILBOX.test(entry));
    return isGood && new Set(list).size === list.length ? list : undefined;
  },
};

/** Id of a Telegram chat; those of groups are negative (https://core.telegram.org/bots/api#chat). */
const chat: Kind<number> = {
  expected: 'the id of a chat: a whole number, negative for a group',
  parse: (t) => (/^-?[1-9]\d{0,14}$/.test(t) ? Number(t) : undefined),
};

const botToken: Kind<string> = {
  expected: 'a token as the BotFather gives it',
  parse: (t) => (/^[1-9]\d{0,14}:[\w-]{20,100}$/.test(t) ? t : undefined),
};

const webhookSecret: Kind<string> = {
  expected: 'a text of 16 to 256 letters, digits, _ and -',
  parse: (t) => (/^[\w-]{16,256}$/.test(t) ? t : undefined),
};

const bucket: Kind<string> = {
  expected: 'the name of a bucket',
  parse: (t) => (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(t) ? t : undefined),
};

const word: Kind<string> = {
  expected: 'a text without blanks',
  parse: (t) => (/^[!-~]{1,200}$/.test(t) ? t : undefined),
};

const proxies: Kind<readonly string[]> = {
  expected: 'a list of addresses or networks like 10.0.0.1,10.1.0.0/16',
  parse: (t) => {
    const list = t.split(',').map((entry) => entry.trim());
    const good = list.every((entry) => {
      const [ip = '', bits] = entry.split('/');
      const width = isIP(ip) === 6 ? 128 : 32;
      return (
        isIP(ip) > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width))
      );
    });
    return good ? list : undefined;
  },
};

const costs: Kind<string> = {
  expected: 'a list like forex=1.8pips,crypto=10bp,XAUUSD=0.4',
  parse: (t) => (readCosts(t) ? t : undefined),
};

/** The first entry holds for every source, each later one, `source=licence`, for one of them. */
const licences: Kind<readonly string[]> = {
  expected: `${LICENCES.join(' or ')}, or a list like binance=display of ${CONNECTOR_NAMES.join(', ')}`,
  parse: (t) => {
    const isLicence = (word: string): boolean => LICENCES.some((one) => one === word);
    const parts = t.split(',').map((part) => part.trim());
    const general = parts.filter(isLicence);
    const own = parts.flatMap((part) => {
      const [name, licence = '', ...rest] = part.split('=');
      const isOwn = rest.length === 0 && CONNECTOR_NAMES.some((one) => one === name);
      return isOwn && isLicence(licence) ? [{ name, part }] : [];
    });
    const isSound =
      general.length <= 1 &&
      general.length + own.length === parts.length &&
      new Set(own.map(({ name }) => name)).size === own.length;
    return isSound ? [general[0] ?? LICENCES[0], ...own.map(({ part }) => part)] : undefined;
  },
};

const kurus = whole(1, 1_000_000_000);
const link: Kind<string> = {
  expected: 'an address that begins with http:// or https:// and has no name and no password in it',
  parse: (t) => (isWebAddress(t) ? t : undefined),
};
const TELEGRAM = 'https://api.telegram.org';

/** Price sources when the settings name none. */
const DEFAULT_SOURCES: readonly ConnectorName[] = ['simulated'];
/** Licence of every source when the settings name none. */
const PERSONAL: readonly string[] = [LICENCES[0]];
/** Payment provider on the bundled database when the settings name none. */
const DEFAULT_PROVIDER: ProviderName = 'demo-bank';

const SETTINGS = {
  host: setting('HOST', host, '127.0.0.1', 'address to listen on'),
  port: setting('PORT', whole(0, 65_535), 3000, 'port to listen on; 0 takes a free one'),
  baseUrl: setting('BASE_URL', origin, null, 'address at which people open the site'),
  trustProxy: setting('TRUST_PROXY', proxies, null, 'proxies whose X-Forwarded-* is believed'),
  dataDir: setting(
    'RASAT_DATA',
    folder,
    path.join(REPOSITORY, '.data'),
    'folder of everything stored',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    address(['postgres:', 'postgresql:']),
    null,
    'PostgreSQL 16 or newer to use instead of the bundled one',
    secret,
  ),
  sources: setting(
    'SOURCES',
    someOf(CONNECTOR_NAMES),
    DEFAULT_SOURCES,
    'where prices come from, besides imported files',
  ),
  marketLicence: setting(
    'MARKET_LICENCE',
    licences,
    PERSONAL,
    'licence under which prices of vendors are shown: personal or display, or one for each source',
  ),
  recordCosts: setting('RECORD_COSTS', costs, '', 'costs of a round trip, over the built-in ones'),
  logLevel: setting('LOG_LEVEL', oneOf(LOG_LEVELS), 'warn', 'how much is written to stderr'),
  contactUrl: setting('CONTACT_URL', link, null, 'first address of the contact button'),
  keysFile: setting('KEYS_FILE', folder, null, 'file of the encryption keys'),
  smtpUrl: setting('SMTP_URL', mailServer, null, 'mail server', secret),
  mailFrom: setting('MAIL_FROM', sender, null, 'sender of mails'),
  telegramToken: setting('TELEGRAM_TOKEN', botToken, null, "the bot's token", secret),
  telegramSecret: setting('TELEGRAM_SECRET', webhookSecret, null, "the webhook's secret", secret),
  telegramMode: setting(
    'TELEGRAM_MODE',
    oneOf(['polling', 'webhook']),
    'polling',
    'how the bot is fed',
  ),
  telegramApi: setting('TELEGRAM_API', http, TELEGRAM, 'address of the bot API'),
  s3Endpoint: setting('S3_ENDPOINT', http, null, 'object store for uploaded files'),
  s3Region: setting('S3_REGION', word, null, 'its region'),
  s3Bucket: setting('S3_BUCKET', bucket, null, 'its bucket'),
  s3AccessKeyId: setting('S3_ACCESS_KEY_ID', word, null, 'its key', secret),
  s3SecretAccessKey: setting('S3_SECRET_ACCESS_KEY', word, null, "its key's secret", secret),
  paymentProvider: setting(
    'PAYMENT_PROVIDER',
    oneOf(PROVIDER_NAMES),
    null,
    'who takes payments; demo-bank where it is not set and DATABASE_URL is not either',
  ),
  operatorPort: setting(
    'OPERATOR_PORT',
    whole(0, 65_535),
    0,
    "port of the operator's pages on 127.0.0.1; 0 takes the one after the demo bank's, or a free one",
  ),
  operatorMail: setting('OPERATOR_MAIL', mailboxes, null, 'who is told of alarms by mail'),
  operatorTelegramChat: setting(
    'OPERATOR_TELEGRAM_CHAT',
    chat,
    null,
    'chat that is told of alarms by the bot',
  ),
  operatorLanguage: setting(
    'OPERATOR_LANGUAGE',
    oneOf(LANGUAGES),
    DEFAULT_LANGUAGE,
    'language of alarms',
  ),
  sellerTitle: setting('SELLER_TITLE', text, null, "seller's name on invoices"),
  sellerTaxOffice: setting('SELLER_TAX_OFFICE', text, null, 'tax office on invoices'),
  sellerTaxNumber: setting('SELLER_TAX_NUMBER', text, null, 'tax number on invoices'),
  sellerAddress: setting('SELLER_ADDRESS', text, null, 'address on invoices'),
  vatRate: setting('VAT_RATE', whole(0, 100), 20, 'VAT in per cent'),
  price3Months: setting('PRICE_3_MONTHS', kurus, 225_000, 'first price, kuruş with VAT'),
  price6Months: setting('PRICE_6_MONTHS', kurus, 390_000, 'first price, kuruş with VAT'),
  priceLesson: setting('PRICE_LESSON', kurus, 1_250_000, 'first price, kuruş with VAT'),
} as const;

type SettingName = keyof typeof SETTINGS;

/** The settings of one adapter. */
export interface AdapterSettings {
  /** Prefix of each of its variables, such as `IYZICO_`; no other setting has it. */
  readonly family: string;
  readonly settings: Settings;
}

/** Every setting of the server, read and checked; plain data, so that a worker thread can receive it. */
export type Config = Omit<Values<typeof SETTINGS>, 'baseUrl'> & {
  /** Origin of the site for people; never taken from a request. */
  readonly baseUrl: string;
  /** Values of the settings of adapters, by variable; each adapter reads its own with `valuesOf`. */
  readonly adapters: Readonly<Record<string, SettingValue>>;
};

/** Prefixes that belong to this program: an unknown variable with one of them is a misspelling. */
const FAMILIES = ['RASAT_', 'RECORD_', 'PRICE_', 'SELLER_', 'OPERATOR_', 'TELEGRAM_'];
/** Variables of the test runs, which are no settings: the address of the test cluster and the length of the runs. */
const OF_THE_TESTS = new Set([
  'RASAT_TEST_PG',
  'RASAT_SOAK',
  'RASAT_TIME_SPENT',
  'RASAT_SHARED_SITE',
]);

/**
 * Reads the settings, also those of every adapter; throws `StartError` with one sentence a line for everything that is
 * wrong.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  adapters: readonly AdapterSettings[],
): Config {
  const wrong: string[] = [];
  const read = (entry: Setting<unknown>): unknown => {
    const given = env[entry.variable];
    const value = given === undefined || given === '' ? entry.fallback : entry.parse(given);
    if (value === undefined) {
      const shown = entry.secret ? '' : `, not ${JSON.stringify(given)}`;
      wrong.push(`${entry.variable} must be ${entry.expected}${shown}.`);
    }
    return value;
  };
  const values: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(SETTINGS)) values[name] = read(entry);
  const ofAdapters = adapters.flatMap(({ settings }) => Object.values(settings));
  values.adapters = Object.fromEntries(ofAdapters.map((entry) => [entry.variable, read(entry)]));
  const known = new Set([...Object.values(SETTINGS), ...ofAdapters].map((one) => one.variable));
  const families = [...FAMILIES, ...adapters.map(({ family }) => family)];
  for (const name of Object.keys(env)) {
    const isOurs = families.some((family) => name.startsWith(family));
    if (isOurs && !known.has(name) && !OF_THE_TESTS.has(name)) {
      wrong.push(`${name} is not a setting of Rasat; \`npm run rasat -- config\` lists them.`);
    }
  }
  values.baseUrl ??= `http://localhost:${String(values.port)}`;
  if (values.databaseUrl === null) values.paymentProvider ??= DEFAULT_PROVIDER;
  if (wrong.length === 0) wrong.push(...listContradictions(values as Config));
  if (wrong.length > 0) throw new StartError(wrong.join('\n'));
  return values as Config;
}

/** Returns the values of an adapter's settings, by the adapter's names for them. */
export function valuesOf<S extends Settings>(settings: S, { adapters }: Config): Values<S> {
  const entries = Object.entries(settings).map(([name, { variable, fallback }]) => {
    const value = adapters[variable];
    return [name, value === undefined ? fallback : value] as const;
  });
  return Object.fromEntries(entries) as Values<S>;
}

/** Settings that must be given together or not at all. */
const S3_SETTINGS = [
  's3Endpoint',
  's3Region',
  's3Bucket',
  's3AccessKeyId',
  's3SecretAccessKey',
] as const satisfies readonly SettingName[];

/** Lists contradictions between settings that are valid on their own. */
function listContradictions(config: Config): string[] {
  const wrong: string[] = [];
  if (config.smtpUrl !== null && config.mailFrom === null) {
    wrong.push('MAIL_FROM must name the sender of mails when SMTP_URL is set.');
  }
  const missing = S3_SETTINGS.filter((name) => config[name] === null);
  if (missing.length > 0 && missing.length < S3_SETTINGS.length) {
    const names = missing.map((name) => SETTINGS[name].variable);
    wrong.push(`${names.join(', ')} must be set too: an object store needs all settings S3_*.`);
  }
  const seller = [
    config.sellerTitle,
    config.sellerTaxOffice,
    config.sellerTaxNumber,
    config.sellerAddress,
  ];
  if (seller.includes(null) && seller.some((value) => value !== null)) {
    wrong.push('SELLER_TITLE, _TAX_OFFICE, _TAX_NUMBER and _ADDRESS must be set together.');
  }
  if (config.operatorTelegramChat !== null && config.telegramToken === null) {
    wrong.push('TELEGRAM_TOKEN must be set when OPERATOR_TELEGRAM_CHAT is set.');
  }
  if (config.telegramToken !== null && config.telegramMode === 'webhook') {
    if (config.telegramSecret === null) {
      wrong.push('TELEGRAM_SECRET must be set when TELEGRAM_MODE is webhook.');
    }
    if (config.telegramApi === TELEGRAM && !config.baseUrl.startsWith('https:')) {
      wrong.push('BASE_URL must begin with https: when TELEGRAM_MODE is webhook.');
    }
  }
  return wrong;
}

/** A setting as printed for an operator. */
export interface SettingLine {
  readonly variable: string;
  /** Its value; null without a value, `***` for a secret. */
  readonly value: string | null;
  readonly help: string;
}

/** Returns every setting with its value in `config`, those of `adapters` last. */
export function listSettings(config: Config, adapters: readonly AdapterSettings[]): SettingLine[] {
  const line = (entry: Setting<SettingValue>, value: SettingValue): SettingLine => {
    const shown = value === null ? null : entry.secret ? '***' : String(value);
    return { variable: entry.variable, value: shown, help: entry.help };
  };
  return [
    ...(Object.keys(SETTINGS) as SettingName[]).map((name) => line(SETTINGS[name], config[name])),
    ...adapters.flatMap(({ settings }) => {
      const values = valuesOf(settings, config);
      return Object.entries(settings).map(([name, entry]) => line(entry, values[name] ?? null));
    }),
  ];
}
