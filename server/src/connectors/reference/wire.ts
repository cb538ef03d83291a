import { parseXml, XmlElement } from '@rgrove/parse-xml';
import * as z from 'zod/mini';

// The fields that we read of the banks' sheets. TCMB: `https://www.tcmb.gov.tr/kurlar/today.xml`; CBAR:
// `https://cbar.az/currencies/20.11.2026.xml`; ECB: `https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml`. EVDS is
// the database of TCMB. Other fields and currencies are ignored. A reader returns null for a document of another form.

/** Rates of a bank on one day. */
export interface Sheet {
  /** Start of the date of the sheet in UTC. */
  readonly dayMs: number;
  /**
   * Prices by the code of a currency: of one unit in the money of TCMB or CBAR, of one euro in that currency at the ECB.
   */
  readonly prices: ReadonlyMap<string, number>;
}

/** A rate of one day. */
export interface DayRate {
  readonly dayMs: number;
  readonly rate: number;
}

const DECIMAL = /^\d{1,9}([.,]\d{1,9})?$/;

/** Returns a positive number that is written with a point or a comma; null for any other text. */
function readNumber(text: string): number | null {
  if (!DECIMAL.test(text)) return null;
  const value = Number(text.replace(',', '.'));
  return value > 0 ? value : null;
}

/** Returns the start of a date in UTC; null for one that does not exist. */
function dateMs(year: string, month: string, day: string): number | null {
  const text = `${year}-${month}-${day}`;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(text) ? ms : null;
}

/** Returns the day of `20.11.2026` or `20-11-2026` as its start in UTC; null for another form. */
function readDayFirst(text: string): number | null {
  const [, day = '', month = '', year = ''] = /^(\d\d)[.-](\d\d)[.-](\d{4})$/.exec(text) ?? [];
  return dateMs(year, month, day);
}

/** Returns the day of `11/20/2026` as its start in UTC; null for another form. */
function readMonthFirst(text: string): number | null {
  const [, month = '', day = '', year = ''] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? [];
  return dateMs(year, month, day);
}

/** Returns the root of a document; null for one that is not well-formed or that declares a type. */
function readRoot(text: string): XmlElement | null {
  try {
    const { root, children } = parseXml(text, { preserveDocumentType: true });
    return children.some(({ type }) => type === 'doctype') ? null : root;
  } catch {
    return null;
  }
}

function elementsOf({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter((one) => one instanceof XmlElement && one.name === name) as XmlElement[];
}

function textOf(parent: XmlElement, name: string): string {
  return elementsOf(parent, name)[0]?.text.trim() ?? '';
}

/** Returns the prices of elements by code; null when one of them is no price or a code comes twice. */
function pricesOf(
  all: readonly XmlElement[],
  codeOf: (one: XmlElement) => string | undefined,
  priceOf: (one: XmlElement) => number | null,
  codes: readonly string[],
): ReadonlyMap<string, number> | null {
  const prices = new Map<string, number>();
  for (const one of all) {
    const code = codeOf(one) ?? '';
    if (!codes.includes(code)) continue;
    const price = priceOf(one);
    if (price === null || prices.has(code)) return null;
    prices.set(code, price);
  }
  return prices;
}

/**
 * Reads a sheet of TCMB: the mid of `ForexBuying` and `ForexSelling` for one unit. `Date` is written month first. A
 * currency of which only notes are traded has neither rate and is left out.
 */
export function readTcmb(text: string, codes: readonly string[]): Sheet | null {
  const root = readRoot(text);
  if (root?.name !== 'Tarih_Date') return null;
  const { Date: date = '', Tarih: same } = root.attributes;
  const dayMs = readMonthFirst(date);
  if (dayMs === null || (same !== undefined && readDayFirst(same) !== dayMs)) return null;
  const traded = elementsOf(root, 'Currency').filter(
    (one) => textOf(one, 'ForexBuying') !== '' || textOf(one, 'ForexSelling') !== '',
  );
  const midOf = (one: XmlElement): number | null => {
    const unit = readNumber(textOf(one, 'Unit'));
    const buying = readNumber(textOf(one, 'ForexBuying'));
    const selling = readNumber(textOf(one, 'ForexSelling'));
    return unit && buying && selling && (buying + selling) / 2 / unit;
  };
  const prices = pricesOf(traded, ({ attributes }) => attributes.CurrencyCode, midOf, codes);
  return prices && { dayMs, prices };
}

/** Reads a sheet of CBAR: `Value` for `Nominal` units. */
export function readCbar(text: string, codes: readonly string[]): Sheet | null {
  const root = readRoot(text);
  if (root?.name !== 'ValCurs') return null;
  const dayMs = readDayFirst(root.attributes.Date ?? '');
  if (dayMs === null) return null;
  const listed = elementsOf(root, 'ValType').flatMap((type) => elementsOf(type, 'Valute'));
  const priceOf = (one: XmlElement): number | null => {
    const nominal = readNumber(textOf(one, 'Nominal'));
    const value = readNumber(textOf(one, 'Value'));
    return nominal && value && value / nominal;
  };
  const prices = pricesOf(listed, ({ attributes }) => attributes.Code, priceOf, codes);
  return prices && { dayMs, prices };
}

/** Reads the sheets of a file of the ECB, which has one day or many, in order of time. */
export function readEcb(text: string, codes: readonly string[]): readonly Sheet[] | null {
  const root = readRoot(text);
  if (root?.name !== 'gesmes:Envelope') return null;
  const days = elementsOf(root, 'Cube').flatMap((outer) => elementsOf(outer, 'Cube'));
  const sheets: Sheet[] = [];
  for (const day of days) {
    const [, year = '', month = '', date = ''] =
      /^(\d{4})-(\d\d)-(\d\d)$/.exec(day.attributes.time ?? '') ?? [];
    const dayMs = dateMs(year, month, date);
    const prices = pricesOf(
      elementsOf(day, 'Cube'),
      ({ attributes }) => attributes.currency,
      ({ attributes }) => readNumber(attributes.rate ?? ''),
      codes,
    );
    if (dayMs === null || !prices) return null;
    sheets.push({ dayMs, prices });
  }
  const sorted = sheets.toSorted((a, b) => a.dayMs - b.dayMs);
  const isTwice = sorted.some(({ dayMs }, at) => dayMs === sorted[at - 1]?.dayMs);
  return sorted.length === 0 || isTwice ? null : sorted;
}

/** Names of the two series of a currency at EVDS, buying and selling. */
export function evdsSeries(code: string): readonly [buying: string, selling: string] {
  return [`TP.DK.${code}.A.YTL`, `TP.DK.${code}.S.YTL`];
}

const evdsReply = z.object({
  totalCount: z.int(),
  items: z.array(z.record(z.string(), z.unknown())),
});

/**
 * Reads the mids of a currency from an answer of EVDS, in order of time. A row without a rate is a day off and is left
 * out. Null also for an answer that has fewer rows than it says.
 */
export function readEvds(body: unknown, code: string): readonly DayRate[] | null {
  const reply = z.safeParse(evdsReply, body).data;
  if (!reply || reply.items.length !== reply.totalCount) return null;
  const fields = evdsSeries(code).map((name) => name.replaceAll('.', '_'));
  const rates: DayRate[] = [];
  for (const item of reply.items) {
    const dayMs = typeof item.Tarih === 'string' ? readDayFirst(item.Tarih) : null;
    if (dayMs === null) return null;
    const texts = fields.map((name) => item[name] ?? null);
    if (texts.every((one) => one === null)) continue;
    const [buying, selling] = texts.map((one) =>
      typeof one === 'string' ? readNumber(one) : null,
    );
    if (typeof buying !== 'number' || typeof selling !== 'number') return null;
    rates.push({ dayMs, rate: (buying + selling) / 2 });
  }
  const sorted = rates.toSorted((a, b) => a.dayMs - b.dayMs);
  return sorted.some(({ dayMs }, at) => dayMs === sorted[at - 1]?.dayMs) ? null : sorted;
}
