import type {
  CardCode,
  FoundPayment,
  HostedPage,
  OpenAttempt,
  PaymentProvider,
  PaymentRequest,
  PaymentState,
  RefundRequest,
  RefundResult,
} from '../../../connectors/payment-provider.ts';
import { ProviderUnavailable } from '../../../connectors/payment-provider.ts';

/** Fault rates of a bank, as chances from 0 to 1. */
export interface Weather {
  /** Chance that a call is not executed and gets no answer. */
  readonly lost: number;
  /** Chance that a call is executed and gets no answer. */
  readonly hangs: number;
  /** Chance that a capture has another amount than requested. */
  readonly misfit: number;
}

/** Fault rates of a bank without faults. */
export const CALM: Weather = { lost: 0, hangs: 0, misfit: 0 };

/** Payment that the bank captured. */
export interface TakenMoney {
  readonly paymentId: string;
  readonly token: string;
  readonly orderNumber: string;
  readonly amountKurus: number;
}

interface Page extends PaymentRequest {
  readonly expiresAtMs: number;
  state: PaymentState;
}

/** Provider with a ledger of its own, against which a history is checked. */
export interface FaultyBank {
  readonly provider: PaymentProvider;
  readonly taken: readonly TakenMoney[];
  /** Refunded payments, each once. */
  readonly paidBack: readonly string[];
  weather: Weather;
  /** Pays on a page whose address the person was given; false when the page can no longer be used. */
  pay(url: string): boolean;
  decline(url: string, isFinal: boolean): boolean;
}

const PAGE_MS = 30 * 60_000;
const CODES: readonly CardCode[] = ['card-number-400', 'card-date-400', 'card-bad-fields-400'];

/** Creates the bank; `turn` is awaited at each call and lets other work run meanwhile. */
export function createFaultyBank(options: {
  readonly random: () => number;
  readonly now: () => number;
  readonly turn: () => Promise<void>;
  /** Prefix of the bank's ids, so that two banks share no id. */
  readonly prefix: string;
}): FaultyBank {
  const { random, now, turn, prefix } = options;
  const pages = new Map<string, Page>();
  const taken: TakenMoney[] = [];
  const refunds = new Map<string, string>();

  /** Executes a call or loses it, and answers or hangs, by the fault rates. */
  async function call<T>(act: () => T): Promise<T> {
    await turn();
    const { lost, hangs } = bank.weather;
    const fate = random();
    if (fate < lost) throw new ProviderUnavailable();
    const result = act();
    await turn();
    if (fate < lost + hangs) throw new ProviderUnavailable();
    return result;
  }

  const provider: PaymentProvider = {
    name: 'demo-bank',
    origins: [],
    open: (request) =>
      call((): HostedPage | { readonly refused: CardCode } => {
        if (random() < 0.02) return { refused: 'card-bad-fields-400' };
        const token = `${prefix}-page-${pages.size + 1}`;
        const expiresAtMs = now() + PAGE_MS;
        const state: PaymentState = { status: 'pending', refused: null };
        pages.set(token, { ...request, expiresAtMs, state });
        return { token, url: `https://bank.example/${token}`, expiresAtMs };
      }),
    lookUp: ({ token }: OpenAttempt) =>
      call((): PaymentState => {
        const page = pages.get(token);
        if (!page) throw new RangeError(`no page ${token}`);
        if (page.state.status === 'pending' && now() >= page.expiresAtMs) {
          page.state = { status: 'failed', code: page.state.refused ?? 'card-bad-fields-400' };
        }
        return page.state;
      }),
    refund: ({ refundId, paymentId, amountKurus }: RefundRequest) =>
      call((): RefundResult => {
        const money = taken.find((one) => one.paymentId === paymentId);
        if (money?.amountKurus !== amountKurus) throw new RangeError(`no payment ${paymentId}`);
        const before = [...refunds].find(([, of]) => of === paymentId);
        if (before && before[0] !== refundId) return { status: 'refused', reason: 'paid back' };
        refunds.set(refundId, paymentId);
        return { status: 'done' };
      }),
    findPayment: (paymentId) =>
      call((): FoundPayment => {
        const states = [...pages.values()].map(({ state }) => state);
        const found = states.find(
          (state) => state.status === 'captured' && state.paymentId === paymentId,
        );
        return found?.status === 'captured' ? found : { status: 'none' };
      }),
    listMovements: () => call(() => ({ movements: [], pages: 0 })),
    readReturn: () => null,
    readNotice: () => null,
  };

  const openPage = (url: string): [string, Page] | null => {
    const token = url.slice(url.lastIndexOf('/') + 1);
    const page = pages.get(token);
    return page?.state.status === 'pending' && now() < page.expiresAtMs ? [token, page] : null;
  };
  const bank: FaultyBank = {
    provider,
    taken,
    get paidBack() {
      return [...refunds.values()];
    },
    weather: CALM,
    pay(url) {
      const [token, page] = openPage(url) ?? [];
      if (!token || !page) return false;
      const { orderNumber, attemptId } = page;
      const amountKurus = page.amountKurus - (random() < bank.weather.misfit ? 1 : 0);
      const paymentId = `${prefix}-payment-${taken.length + 1}`;
      taken.push({ paymentId, token, orderNumber, amountKurus });
      page.state = {
        status: 'captured',
        paymentId,
        transactionId: `line-${paymentId}`,
        attemptId,
        orderNumber,
        amountKurus,
        currency: 'TRY',
      };
      return true;
    },
    decline(url, isFinal) {
      const [, page] = openPage(url) ?? [];
      if (!page) return false;
      const code = CODES[Math.floor(random() * CODES.length)] ?? 'card-number-400';
      page.state = isFinal ? { status: 'failed', code } : { status: 'pending', refused: code };
      return true;
    },
  };
  return bank;
}
