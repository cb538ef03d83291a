import { LEGAL_TEXTS, type Right } from '@rasat/contract';
import { sql } from 'kysely';
import { createIyzico } from '../connectors/iyzico/iyzico.ts';
import type { PaymentProvider } from '../connectors/payment-provider.ts';
import {
  findSeller,
  issueCreditNote,
  issueInvoice,
  registerInvoiceRoutes,
} from '../modules/invoices/index.ts';
import {
  openPayments,
  type PaymentOptions,
  type Payments,
  registerPaymentRoutes,
  seedPrices,
  setCourseSale,
} from '../modules/payments/index.ts';
import { createGuard } from '../modules/rights/index.ts';
import { createManualClock, type ManualClock } from '../platform/clock.ts';
import type { Web } from '../platform/http/web.ts';
import type { ServerContext } from '../platform/part.ts';
import { startTestServer, type TestServer, type Tidy, testContext } from '../platform/testing.ts';
import { type IyzicoServer, startIyzicoServer } from './iyzico-server.ts';
import { type PlantedPerson, plantPerson } from './people.ts';

/** Answer to a call. */
export interface ShopAnswer {
  readonly status: number;
  readonly code: string | undefined;
  readonly field: string | undefined;
  readonly body: Record<string, unknown>;
  /** Location of a redirect; null without one. */
  readonly location: string | null;
}

/** Test server with the calls of payments and invoices, over an iyzico with its documented protocol. */
export interface Shop {
  readonly context: ServerContext;
  readonly clock: ManualClock;
  readonly server: TestServer;
  readonly iyzico: IyzicoServer;
  readonly options: PaymentOptions;
  readonly payments: Payments;
  /** Messages that the bot was asked to send. */
  readonly told: readonly { readonly personId: number; readonly text: string }[];
  person(
    this: void,
    rights?: readonly Right[],
    language?: 'tr' | 'az' | 'en',
  ): Promise<PlantedPerson>;
  call(
    this: void,
    method: string,
    path: string,
    options?: {
      readonly cookie?: string;
      /** Body; an object is sent as JSON, `URLSearchParams` as a form, a text unchanged. */
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    },
  ): Promise<ShopAnswer>;
  /** Orders as a browser of the person does, and returns the token of the page. */
  order(this: void, of: PlantedPerson, type?: 3 | 6): Promise<string>;
  /** Returns a browser from a page. */
  comeBack(this: void, token: string, cookie?: string): Promise<ShopAnswer>;
  /** Returns the rows of a table. */
  rows(this: void, table: string): Promise<Record<string, unknown>[]>;
}

/** Noon in Istanbul on an ordinary day. */
export const SHOP_NOON_MS = Date.UTC(2026, 10, 18, 9);

/** Body of a purchase besides the months. */
export const AGREED = { terms: true, agreement: LEGAL_TEXTS.agreement.version } as const;

/** Starts the server, with another provider when one is given. */
export async function startShop(
  t: Tidy,
  {
    provider,
    routes,
    log,
    step,
    env,
  }: {
    readonly provider?: PaymentProvider;
    /** Called before and after each await of a payment. */
    readonly step?: PaymentOptions['step'];
    /** Further routes. */
    readonly routes?: (web: Web, payments: Payments) => void | Promise<void>;
    readonly log?: ServerContext['log'];
    /** Additional settings. */
    readonly env?: Record<string, string>;
  } = {},
): Promise<Shop> {
  const clock = createManualClock(SHOP_NOON_MS);
  let origin = '';
  const iyzico = await startIyzicoServer(t, {
    now: () => clock.now(),
    noticeUrl: () => `${origin}/api/payment/webhook/iyzico`,
  });
  iyzico.faults.notices = 'hold';
  const made = await testContext(t, { clock, ...(env && { env }) });
  const context = { ...made, ...(log && { log }) };
  await seedPrices(context.db, context.config, clock.now());
  await setCourseSale(context.db, { onSale: true, by: null }, clock.now());
  const { url, apiKey, secretKey } = iyzico;
  const access = { url, apiKey, secretKey, clock };
  const told: { personId: number; text: string }[] = [];
  const options: PaymentOptions = {
    provider: provider ?? createIyzico({ ...access, reportPauseMs: 1 }),
    seller: findSeller(context.config),
    async tell(_db, { personId, text }) {
      told.push({ personId, text });
      return true;
    },
    onPaid: (trx, paid) => issueInvoice(trx, paid, context),
    onRefunded: (trx, refund) => issueCreditNote(trx, refund, context),
    ...(step && { step }),
  };
  const payments = openPayments(context, options);
  const server = await startTestServer(t, {
    context,
    guard: createGuard(context),
    routes: async (web) => {
      registerPaymentRoutes(web, options);
      registerInvoiceRoutes(web);
      await routes?.(web, payments);
    },
  });
  origin = server.origin;

  const call: Shop['call'] = async (method, path, { cookie, body, headers } = {}) => {
    const isForm = body instanceof URLSearchParams;
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    const reply = await server.fetch(`/api${path}`, {
      method,
      headers: {
        ...(cookie !== undefined && { cookie }),
        ...(body !== undefined && { 'content-type': type }),
        ...headers,
      },
      ...(body !== undefined && {
        body: isForm || typeof body === 'string' ? body : JSON.stringify(body),
      }),
    });
    const text = await reply.text();
    const parsed = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>;
    return {
      status: reply.status,
      code: parsed.code as string | undefined,
      field: parsed.field as string | undefined,
      body: parsed,
      location: reply.headers.get('location'),
    };
  };

  return {
    context,
    clock,
    server,
    iyzico,
    options,
    payments,
    told,
    call,
    person: (rights = [], language = 'tr') => plantPerson(context, { rights, language }),
    async order({ cookie }, type) {
      const path = type ? '/payment/subscribe' : '/payment/education';
      const order = type ? { type, ...AGREED } : AGREED;
      const { status, body } = await call('PUT', path, { cookie, body: order });
      const token = new URL(String(body.url)).searchParams.get('token');
      if (status !== 200 || token === null) throw new RangeError(`no page: ${status}`);
      return token;
    },
    comeBack: (token, cookie) =>
      call('POST', '/payment/return/iyzico', {
        ...(cookie !== undefined && { cookie }),
        body: new URLSearchParams({ token }),
        headers: { origin: 'https://cpp.iyzipay.com', 'sec-fetch-site': 'cross-site' },
      }),
    async rows(table) {
      const { rows } = await sql<Record<string, unknown>>`
        select * from ${sql.id(table)} order by 1`.execute(context.db);
      return rows;
    },
  };
}
