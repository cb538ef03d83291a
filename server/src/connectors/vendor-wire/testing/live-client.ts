import type { IncomingHttpHeaders } from 'node:http';
import type { Clock, Timer } from '../../../platform/clock.ts';
import type { CommonFault, FaultSwitch } from './fault-switch.ts';
import type { LiveTransport } from './live-transport.ts';
import type { VendorClient, VendorRequest } from './stand-in-wire.ts';

/** Length at which a cut frame ends. */
const CUT_BYTES = 16_384;
const BYTE_EVERY_MS = 1000;

/** An open connection of the stand-in, with what faults have done to it. */
export class LiveClient implements VendorClient {
  readonly kind: 'socket' | 'events';
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly symbols = new Set<string>();
  readonly state: Record<string, unknown> = {};
  readonly #clock: Clock;
  readonly #faults: FaultSwitch<CommonFault>;
  readonly #transport: LiveTransport;
  readonly #timers: Timer[] = [];
  #isDead = false;
  /** Bytes that are sent one a second; null otherwise. */
  #slow: number[] | null = null;

  constructor(options: {
    readonly kind: 'socket' | 'events';
    readonly request: VendorRequest;
    readonly transport: LiveTransport;
    readonly clock: Clock;
    readonly faults: FaultSwitch<CommonFault>;
  }) {
    const { kind, request, transport, clock, faults } = options;
    this.kind = kind;
    this.path = request.path;
    this.query = request.query;
    this.headers = request.headers;
    this.#clock = clock;
    this.#faults = faults;
    this.#transport = transport;
  }

  /** Whether it answers a ping. */
  get isAlive(): boolean {
    return !this.#isDead && this.#slow === null;
  }

  /** Whether the venue still reads what it sends. */
  get isHeard(): boolean {
    return !this.#isDead;
  }

  send(text: string): void {
    if (this.#isDead) return;
    if (this.#slow) this.#slow.push(...this.#transport.bytesOf(text));
    else this.#transport.send(text);
  }

  close(code: number): void {
    this.#transport.close(code);
  }

  /** Sends the frame of a trade, with the faults of frames that are on. */
  sendLive(text: string): void {
    const faults = this.#faults;
    if (this.#isDead || faults.take('heartbeat-only')) return;
    if (this.#slow) this.send(text);
    else if (faults.take('cut-json')) {
      const cut = JSON.stringify({ pad: 'x'.repeat(CUT_BYTES), text }).slice(0, CUT_BYTES);
      this.#transport.sendTogether(cut, text);
    } else if (faults.take('binary-frame')) this.#transport.sendBinary(text);
    else if (faults.take('half-frame')) {
      const bytes = this.#transport.bytesOf(text);
      this.#transport.write(bytes.subarray(0, bytes.length >> 1));
      this.#transport.end();
    } else this.#transport.send(text);
  }

  /** Calls `fn` every `ms` while the connection is open. */
  every(ms: number, fn: () => void): void {
    this.#timers.push(this.#clock.setInterval(fn, ms));
  }

  /** Plays a fault that concerns an open connection. */
  begin(fault: 'dead' | 'trickle' | 'close'): void {
    if (fault === 'dead') this.#isDead = true;
    if (fault === 'close') this.terminate();
    if (fault !== 'trickle' || this.#slow) return;
    // A long frame first: bytes arrive, and no frame is whole for hours.
    this.#slow = [...this.#transport.bytesOf(JSON.stringify({ pad: 'x'.repeat(CUT_BYTES) }))];
    this.every(BYTE_EVERY_MS, () => {
      const byte = this.#isDead ? undefined : this.#slow?.shift();
      if (byte !== undefined) this.#transport.write(Uint8Array.of(byte));
    });
  }

  /** Ends the connection without a farewell. */
  terminate(): void {
    this.#transport.terminate();
  }

  /** Stops everything that runs for the connection, which has ended. */
  forget(): void {
    for (const timer of this.#timers) timer.cancel();
  }
}
