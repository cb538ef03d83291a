import { MINUTE_MS } from '@rasat/engine';
import type { Clock } from '../../../platform/clock.ts';
import type { CommonFault, FaultSwitch } from './fault-switch.ts';

/** A refusal or failure that is an HTTP status. */
export interface StatusReply {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Time within which the client may have sent a request before it read a refusal. */
const ON_THE_WAY_MS = 5000;
/** Part of a `Retry-After` that the client may lose by rounding. */
const ROUNDING_MS = 1000;
const REFUSALS = [401, 403, 429];
const PAUSE_S = 7;

/** Faults that are an HTTP status, with their bodies. */
const STATUS_FAULTS: readonly (readonly [name: CommonFault, status: number, body: string])[] = [
  ['http-500', 500, '{"code":500,"message":"An unknown error occurred.","status":"error"}'],
  ['http-502', 502, '<html><body>Bad Gateway</body></html>'],
  ['http-503', 503, ''],
  ['http-429-seconds', 429, '{"code":429,"message":"Too many requests.","status":"error"}'],
  ['http-429', 429, '{"code":429,"message":"Too many requests.","status":"error"}'],
  ['http-429-date', 429, 'Too many requests'],
  ['http-401', 401, ''],
  ['http-403', 403, '<html><body>Forbidden</body></html>'],
];

/** Plays a status that is on as a fault; null when none is on. `nowMs` is the venue's time. */
export function takeStatusFault(
  faults: FaultSwitch<CommonFault>,
  nowMs: number,
): StatusReply | null {
  const found = STATUS_FAULTS.find(([name]) => faults.take(name));
  if (!found) return null;
  const [name, status, body] = found;
  const headers: Record<string, string> = {};
  if (name === 'http-429-seconds') headers['retry-after'] = String(PAUSE_S);
  if (name === 'http-429-date') {
    const untilMs = Math.ceil(nowMs / 1000) * 1000 + PAUSE_S * 1000;
    headers['retry-after'] = new Date(untilMs).toUTCString();
  }
  return { status, body, headers };
}

/** Returns the pause that a client owes after a reply; 0 for none. */
export function owedAfter(
  status: number,
  headers: Readonly<Record<string, string>>,
  nowMs: number,
): number {
  if (!REFUSALS.includes(status)) return 0;
  const after = headers['retry-after'];
  if (status !== 429 || after === undefined) return MINUTE_MS;
  const ms = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - nowMs;
  return Math.max(0, ms - ROUNDING_MS);
}

/** Watches whether the client keeps the pauses and the limit of connections. */
export class LimitWatch {
  /** Breaches so far, one sentence each. */
  readonly breaches: string[] = [];
  readonly #clock: Clock;
  readonly #mostPerMinute: number;
  readonly #connects: number[] = [];
  #quietUntilMs = Number.NEGATIVE_INFINITY;
  #refusedMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, mostConnectionsPerMinute: number) {
    this.#clock = clock;
    this.#mostPerMinute = mostConnectionsPerMinute;
  }

  /** Time for which the client still owes silence. */
  get owedMs(): number {
    return Math.max(0, this.#quietUntilMs - this.#clock.steady());
  }

  /** Notes a refusal after which the client owes silence. */
  owe(ms: number): void {
    if (ms <= 0) return;
    const nowMs = this.#clock.steady();
    if (this.owedMs === 0) this.#refusedMs = nowMs;
    this.#quietUntilMs = Math.max(this.#quietUntilMs, nowMs + ms);
  }

  /** Notes a request. */
  noteRequest(what: string): void {
    const isOnTheWay = this.#clock.steady() - this.#refusedMs < ON_THE_WAY_MS;
    if (this.owedMs > 0 && !isOnTheWay) this.breaches.push(`${what} during an owed pause`);
  }

  /** Notes the opening of a connection. */
  noteConnection(): void {
    const nowMs = this.#clock.steady();
    const recent = this.#connects.filter((atMs) => atMs > nowMs - MINUTE_MS);
    this.#connects.splice(0, this.#connects.length, ...recent, nowMs);
    if (this.#connects.length > this.#mostPerMinute)
      this.breaches.push(`${this.#connects.length} connections in a minute`);
  }
}
