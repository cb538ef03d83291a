import { DAY_MS } from '@rasat/engine';
import type { Clock } from '../../../platform/clock.ts';
import {
  COMMON_FAULTS,
  type CommonFault,
  FaultSwitch,
} from '../../vendor-wire/testing/fault-switch.ts';
import { SessionTape } from '../../vendor-wire/testing/session-tape.ts';
import { createStandIn, type StandIn } from '../../vendor-wire/testing/stand-in-server.ts';
import type { VendorRequest, VendorWire } from '../../vendor-wire/testing/stand-in-wire.ts';
import {
  currenciesOf,
  hasSheet,
  nominalOf,
  publishedDays,
  type StandInBank,
  sellingOf,
  unitsOf,
} from './stand-in-sheets.ts';

// TCMB with EVDS, CBAR and the ECB on one server: their addresses have no path in common.

/** Key of EVDS at the stand-in. */
export const KEY = 'evds-key-7d31';

/** Faults of the stand-in with their lines in `vendors.md`, section 13. */
export const REFERENCE_FAULTS = {
  ...COMMON_FAULTS,
  /** The newest sheet stays that of the day before. */
  'old-sheet': 60,
  /** A sheet is not found. */
  'not-found': 61,
  /** Rates are written with a comma. */
  'comma-decimals': 62,
  /** A row of EVDS in the middle has no rates. */
  'evds-null-row': 63,
} as const;

/** Name of a fault of the stand-in. */
export type ReferenceFault = keyof typeof REFERENCE_FAULTS;

/** Options of the stand-in. */
export interface ReferenceStandInOptions {
  readonly clock: Clock;
  /** First day of every history. */
  readonly fromMs: number;
  readonly port?: number;
}

/** Starts the stand-in of the banks. */
export function createReferenceStandIn({
  clock,
  fromMs,
  port = 0,
}: ReferenceStandInOptions): Promise<StandIn<ReferenceFault>> {
  const tape = new SessionTape({ seed: 1, markets: [], fromMs });
  const faults = new FaultSwitch<ReferenceFault | CommonFault>();
  return createStandIn({ clock, tape, faults, port, wire: new BankWire(fromMs, faults) });
}

const dayOf = (year = '', month = '', day = ''): number => Date.parse(`${year}-${month}-${day}`);

function dateOf(dayMs: number): { readonly y: string; readonly m: string; readonly d: string } {
  const [y = '', m = '', d = ''] = new Date(dayMs).toISOString().slice(0, 10).split('-');
  return { y, m, d };
}

class BankWire implements VendorWire {
  readonly #fromMs: number;
  readonly #faults: FaultSwitch<ReferenceFault | CommonFault>;

  constructor(fromMs: number, faults: FaultSwitch<ReferenceFault | CommonFault>) {
    this.#fromMs = fromMs;
    this.#faults = faults;
  }

  answer({ path, headers }: VendorRequest, nowMs: number) {
    if (path.startsWith('/igmevdsms-dis/')) {
      return headers.key === KEY
        ? { status: 200, body: this.#evds(path, nowMs) }
        : { status: 403, body: '' };
    }
    const body = this.#document(path, nowMs);
    if (body === null || this.#faults.take('not-found')) return null;
    const isComma = this.#faults.isOn('comma-decimals') && this.#faults.take('comma-decimals');
    return {
      status: 200,
      body: isComma ? body.replace(/(\d)\.(\d{4})(?=<)/g, '$1,$2') : body,
      headers: { 'content-type': 'text/xml' },
    };
  }

  accept() {
    return { status: 404 };
  }

  message(): void {}

  frame(): null {
    return null;
  }

  #document(path: string, nowMs: number): string | null {
    const archive = /^\/kurlar\/(\d{4})(\d\d)\/(\d\d)\2\1\.xml$/.exec(path);
    if (path === '/kurlar/today.xml') return this.#newest('tcmb', nowMs, tcmbSheet);
    if (archive) {
      const dayMs = dayOf(archive[1], archive[2], archive[3]);
      return this.#days('tcmb', nowMs).includes(dayMs) ? tcmbSheet(dayMs) : null;
    }
    const cbar = /^\/currencies\/(\d\d)\.(\d\d)\.(\d{4})\.xml$/.exec(path);
    if (cbar) {
      const askedMs = dayOf(cbar[3], cbar[2], cbar[1]);
      return this.#newest('cbar', Math.min(nowMs, askedMs + DAY_MS - 1), cbarSheet);
    }
    const days = this.#days('ecb', nowMs);
    if (path === '/stats/eurofxref/eurofxref-daily.xml') return ecbFile(days.slice(0, 1));
    if (path === '/stats/eurofxref/eurofxref-hist.xml') return ecbFile(days);
    if (path !== '/stats/eurofxref/eurofxref-hist-90d.xml') return null;
    return ecbFile(days.filter((dayMs) => dayMs > nowMs - 90 * DAY_MS));
  }

  /** Returns the published days of a bank, newest first. */
  #days(bank: StandInBank, nowMs: number): number[] {
    const days = publishedDays(bank, this.#fromMs, nowMs);
    return this.#faults.isOn('old-sheet') && this.#faults.take('old-sheet') ? days.slice(1) : days;
  }

  #newest(bank: StandInBank, nowMs: number, sheet: (dayMs: number) => string): string | null {
    const [dayMs] = this.#days(bank, nowMs);
    return dayMs === undefined ? null : sheet(dayMs);
  }

  #evds(path: string, nowMs: number): unknown {
    const fields = new URLSearchParams(path.slice('/igmevdsms-dis/'.length));
    const code = /^TP\.DK\.([A-Z]{3})\.A\.YTL-TP\.DK\.\1\.S\.YTL$/.exec(fields.get('series') ?? '');
    const [fromMs = 0, toMs = 0] = ['startDate', 'endDate'].map((name) => {
      const [day, month, year] = (fields.get(name) ?? '').split('-');
      return dayOf(year, month, day);
    });
    if (!code?.[1] || fields.get('type') !== 'json' || fields.get('frequency') !== '1')
      return { totalCount: 0, items: [] };
    const items: unknown[] = [];
    const lastMs = Math.min(toMs, nowMs - DAY_MS);
    for (let dayMs = fromMs; dayMs <= lastMs; dayMs += DAY_MS)
      items.push(evdsRow(code[1], dayMs, dayMs >= this.#fromMs && hasSheet('tcmb', dayMs)));
    const middle = items.length >> 1;
    if (this.#faults.take('evds-null-row'))
      items.splice(middle, 1, evdsRow(code[1], fromMs + middle * DAY_MS, false));
    return { totalCount: items.length, items };
  }
}

const decimal = (units: number, digits: number): string => (units / 10 ** digits).toFixed(digits);

function evdsRow(code: string, dayMs: number, hasRates: boolean): unknown {
  const { y, m, d } = dateOf(dayMs);
  const text = (units: number): string | null => (hasRates ? decimal(units, 4) : null);
  return {
    Tarih: `${d}-${m}-${y}`,
    [`TP_DK_${code}_A_YTL`]: text(unitsOf('tcmb', code, dayMs)),
    [`TP_DK_${code}_S_YTL`]: text(sellingOf(code, dayMs)),
    UNIXTIME: { $numberLong: String(dayMs / 1000) },
  };
}

function tcmbSheet(dayMs: number): string {
  const { y, m, d } = dateOf(dayMs);
  const rows = currenciesOf('tcmb').map(
    (code, at) => `\t<Currency CrossOrder="${at}" Kod="${code}" CurrencyCode="${code}">
\t\t<Unit>1</Unit>
\t\t<Isim>${code}</Isim>
\t\t<CurrencyName>${code}</CurrencyName>
\t\t<ForexBuying>${decimal(unitsOf('tcmb', code, dayMs), 4)}</ForexBuying>
\t\t<ForexSelling>${decimal(sellingOf(code, dayMs), 4)}</ForexSelling>
\t\t<BanknoteBuying></BanknoteBuying>
\t</Currency>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet type="text/xsl" href="isokur.xsl"?>
<Tarih_Date Tarih="${d}.${m}.${y}" Date="${m}/${d}/${y}"  Bulten_No="${y}/1" >
${rows.join('\n')}
\t<Currency Kod="XDR" CurrencyCode="XDR"><Unit>1</Unit><ForexBuying>57.1</ForexBuying><ForexSelling/></Currency>
</Tarih_Date>
`;
}

function cbarSheet(dayMs: number): string {
  const { y, m, d } = dateOf(dayMs);
  const rows = currenciesOf('cbar').map(
    (code) =>
      `<Valute Code="${code}"><Nominal>${nominalOf(code)}</Nominal><Name>1 ${code}</Name><Value>${decimal(unitsOf('cbar', code, dayMs), 4)}</Value></Valute>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<ValCurs Date="${d}.${m}.${y}" Name="AZN məzənnələri" Description="Azərbaycan Respublikası Mərkəzi Bankının məzənnəsi">
<ValType Type="Bank metalları"><Valute Code="XAU"><Nominal>1 t.u.</Nominal><Name>Qızıl</Name><Value>6931.1</Value></Valute></ValType>
<ValType Type="Xarici valyutalar">${rows.join('\n')}</ValType>
</ValCurs>
`;
}

function ecbFile(days: readonly number[]): string {
  const cubes = days.map((dayMs) => {
    const { y, m, d } = dateOf(dayMs);
    const rows = currenciesOf('ecb').map((code) => {
      const rate = decimal(unitsOf('ecb', code, dayMs), code === 'JPY' ? 2 : 4);
      return `<Cube currency='${code}' rate='${rate}'/>`;
    });
    return `<Cube time='${y}-${m}-${d}'>${rows.join('')}</Cube>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject>
<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
<Cube>${cubes.join('\n')}</Cube>
</gesmes:Envelope>
`;
}
