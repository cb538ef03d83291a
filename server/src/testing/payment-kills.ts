import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LEGAL_TEXTS } from '@rasat/contract';
import { sql } from 'kysely';
import { assertBooks, assertMails } from '../modules/payments/testing/history.ts';
import { loadKeys } from '../platform/keys.ts';
import { type Tidy, testContext } from '../platform/testing.ts';
import { seeded } from './bars.ts';
import { until } from './eventually.ts';
import {
  IYZICO_CARDS,
  type IyzicoAction,
  type IyzicoServer,
  startIyzicoServer,
} from './iyzico-server.ts';
import {
  assertNumbers,
  assertWrittenTogether,
  readBooks,
  readOrderMails,
} from './payment-histories.ts';
import { type PlantedPerson, plantPerson } from './people.ts';
import { type ServerProcess, spawnEntry } from './spawn-server.ts';

const ENTRY = path.join(import.meta.dirname, 'payment-process.ts');
const AGREED = { terms: true, agreement: LEGAL_TEXTS.agreement.version };
const BUYERS = 6;

/** Results of a run. */
export interface PaymentOrdeal {
  readonly captured: number;
  readonly orders: number;
  readonly kills: number;
  /** Number of kills after which the bank had captured a payment that the tables did not have. */
  readonly betweenChargeAndCommit: number;
}

/** Actions of the bank at which a server is killed, in turn. */
const MOMENTS: readonly IyzicoAction[] = ['captured', 'told', 'page'];
/** Highest count of the action at which a server is killed. */
const MOST_ACTIONS = 4;

/**
 * Lets people buy from a server that is repeatedly killed with -9, while the bank continues: notices get lost, browsers
 * return while no server runs. Each server dies at the nth action of the bank, so that the speed of the machine does
 * not matter. After one more start the books must agree with the bank's.
 */
export async function survivePaymentKills(
  t: Tidy,
  options: {
    readonly kills: number;
    readonly seed: number;
    /** Whether to wait half a minute, until no call can be under way. */
    readonly isLong: boolean;
    readonly note: (text: string) => void;
  },
): Promise<PaymentOrdeal> {
  const random = seeded(options.seed);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-kills-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const keysFile = path.join(folder, 'keys.json');
  const made = await testContext(t, { env: { KEYS_FILE: keysFile } });
  const context = { ...made, keys: await loadKeys(made.config) };
  let origin: string | null = null;
  let due: { readonly moment: IyzicoAction; left: number; act(this: void): void } | null = null;
  const iyzico = await startIyzicoServer(t, {
    watch(action) {
      if (due?.moment !== action) return;
      due.left -= 1;
      if (due.left === 0) due.act();
    },
    noticeUrl: () => `${origin ?? 'http://127.0.0.1:9'}/api/payment/webhook/iyzico`,
  });
  const { address } = context;
  assert.ok('host' in address);
  const args = ['--host', address.host, '--database', address.database, '--keys', keysFile];
  const bank = ['--iyzico', iyzico.url, '--key', iyzico.apiKey, '--secret', iyzico.secretKey];
  const start = (): ServerProcess => spawnEntry(ENTRY, [...args, ...bank]);

  const people: PlantedPerson[] = [];
  const stopping = new AbortController();
  const buyer = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const person = await plantPerson(context);
      people.push(person);
      await shop(person, iyzico, () => origin, random, stopping.signal);
    }
  };
  const buyers = Array.from({ length: BUYERS }, buyer);

  const { db } = context;
  let betweenChargeAndCommit = 0;
  for (let kill = 0; kill < options.kills; kill += 1) {
    const server = start();
    const address = await server.address;
    const moment = MOMENTS[kill % MOMENTS.length] ?? 'captured';
    iyzico.faults.notices = random() < 0.3 ? 'drop' : random() < 0.3 ? 'repeat' : 'send';
    iyzico.faults.answers = random() < 0.2 ? 'act-and-cut' : 'well';
    // A payment requires an open page.
    iyzico.faults.only = moment === 'page' ? '' : '/detail';
    let killed: Promise<void> | undefined;
    const left = 1 + Math.floor(random() * MOST_ACTIONS);
    const act = (): void => {
      origin = null;
      killed ??= server.kill();
    };
    due = { moment, left, act };
    origin = address;
    await until(`the bank did it ${left} times: ${moment}`, () => killed !== undefined);
    due = null;
    await killed;
    const { rows: known } = await sql<{ id: string }>`
      select payment_id as id from captured_payment`.execute(db);
    if (iyzico.captured.some(({ paymentId }) => !known.some(({ id }) => id === paymentId))) {
      betweenChargeAndCommit += 1;
    }
    if (kill % 10 === 9) {
      options.note(
        `${kill + 1} kills, ${iyzico.captured.length} captured, ${people.length} people`,
      );
    }
  }
  stopping.abort();
  await Promise.all(buyers);
  iyzico.faults.answers = 'well';
  iyzico.faults.only = '';
  await iyzico.settled();

  // Pages that were requested and never opened are given up half a minute later.
  if (options.isLong) await pause(31_000);
  const lastRun = async (): Promise<{ id: number; ended: boolean } | undefined> => {
    const { rows } = await sql<{ id: number; ended: boolean }>`
      select id, ended_at is not null as ended from reconciliation
      order by id desc limit 1`.execute(db);
    return rows[0];
  };
  const before = (await lastRun())?.id ?? 0;
  const last = start();
  await last.address;
  const reconciled = async (): Promise<boolean> => {
    const run = await lastRun();
    return run !== undefined && run.id > before && run.ended;
  };
  await until('the last server has reconciled', reconciled);
  await last.kill();

  const ids = people.map(({ id }) => id);
  const books = await readBooks(db, ids);
  const taken = iyzico.captured;
  assertBooks(books, { taken, paidBack: iyzico.refunded.map(({ paymentId }) => paymentId) });
  assertMails(books, await readOrderMails(context, ids));
  await assertWrittenTogether(db, ids);
  for (const { number, view } of books.orders) {
    assert.notEqual(view.state, 'unknown', `${number} is unknown`);
    assert.ok(
      !options.isLong || view.attempts.every(({ state }) => state !== 'opening'),
      `${number} waits for a page`,
    );
  }
  await assertNumbers(db);
  return {
    captured: taken.length,
    orders: books.orders.length,
    kills: options.kills,
    betweenChargeAndCommit,
  };
}

/** Buys the course and then half a year: retries until the buyer has both, or is refused. */
async function shop(
  { cookie }: PlantedPerson,
  iyzico: IyzicoServer,
  origin: () => string | null,
  random: () => number,
  stopping: AbortSignal,
): Promise<void> {
  const key = randomUUID();
  const purchases = [
    { path: 'education', body: AGREED },
    { path: 'subscribe', body: { type: 6, ...AGREED } },
  ];
  for (const [at, { path: product, body }] of purchases.entries()) {
    for (let tries = 0; tries < 40 && !stopping.aborted; ) {
      await pause(20 + random() * 60);
      const place = origin();
      if (place === null) continue;
      tries += 1;
      const reply = await send(place, `payment/${product}`, {
        method: 'PUT',
        headers: {
          cookie,
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          // The same key after no answer, another one after a refused card.
          'idempotency-key': `${key}-${at}-${tries >> 2}`,
        },
        body: JSON.stringify(body),
      });
      if (reply?.status === 403) break;
      const { url } = (reply?.status === 200 ? await reply.json() : {}) as { url?: string };
      if (url === undefined) continue;
      const token = new URL(url).searchParams.get('token') ?? '';
      const outcome = iyzico.pay(token, random() < 0.7 ? IYZICO_CARDS.good : IYZICO_CARDS.noFunds);
      if (outcome.kind !== 'back' || random() < 0.3) continue;
      await send(origin(), 'payment/return/iyzico', {
        method: 'POST',
        redirect: 'manual',
        headers: { 'sec-fetch-site': 'cross-site' },
        body: new URLSearchParams(outcome.fields),
      });
    }
  }
}

/** Sends a call; null when no server answers. */
async function send(
  origin: string | null,
  call: string,
  request: RequestInit,
): Promise<Response | null> {
  if (origin === null) return null;
  try {
    return await fetch(`${origin}/api/${call}`, { ...request, signal: AbortSignal.timeout(5000) });
  } catch {
    return null;
  }
}
