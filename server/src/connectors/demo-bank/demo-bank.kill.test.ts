import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import test, { type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { payOnBankPage, temporaryFolder } from '../../testing/demo-bank.ts';
import { type OpenAttempt, type PaymentState, ProviderUnavailable } from '../payment-provider.ts';
import { openAttempt, paymentRequest, refundOf } from '../payment-provider-contract.ts';
import { createDemoBankClient } from './client.ts';

const PROCESS = path.resolve(import.meta.dirname, '../../testing/demo-bank-process.ts');
const KILLS = 6;
const PAYERS = 8;

interface Running {
  readonly child: ChildProcess;
  readonly origin: string;
}

async function start(t: TestContext, data: string, secret: Buffer): Promise<Running> {
  const args = [PROCESS, '--data', data, '--secret', secret.toString('hex')];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, origin: (JSON.parse(line) as { origin: string }).origin };
}

test(`what was said before a kill -9 holds after it, ${KILLS} times`, async (t) => {
  const data = temporaryFolder(t);
  const secret = randomBytes(32);
  /** Captured payments that the bank has spoken of. */
  const said = new Map<string, Extract<PaymentState, { status: 'captured' }>>();
  /** Tokens of pages that have shown that the money was taken. */
  const shown = new Set<string>();
  const attempts: OpenAttempt[] = [];
  const paidBack = new Set<string>();
  let origin = '';
  const provider = createDemoBankClient({ url: () => origin, origin, secret });

  const payAndRefund = async (): Promise<void> => {
    for (;;) {
      const attempt = await openAttempt(provider, paymentRequest());
      attempts.push(attempt);
      const { text } = await payOnBankPage(attempt.url);
      if (/Ödeme alındı/.test(text)) shown.add(attempt.token);
      const state = await provider.lookUp(attempt);
      if (state.status !== 'captured') continue;
      said.set(attempt.token, state);
      const { status } = await provider.refund(refundOf(state));
      if (status === 'done') paidBack.add(state.paymentId);
    }
  };
  for (let kill = 0; kill < KILLS; kill += 1) {
    const running = await start(t, data, secret);
    origin = running.origin;
    for (const attempt of attempts) {
      const state = await provider.lookUp(attempt);
      const before = said.get(attempt.token);
      if (shown.has(attempt.token)) assert.equal(state.status, 'captured');
      if (before) assert.deepEqual(state, before);
      else if (state.status === 'captured') said.set(attempt.token, state);
    }
    const ids = [...said.values()].map(({ paymentId }) => paymentId);
    assert.equal(new Set(ids).size, ids.length, 'no payment was captured twice');
    const payers = Array.from({ length: PAYERS }, payAndRefund);
    const known = paidBack.size;
    while (paidBack.size === known) await wait(5);
    await wait(randomInt(200));
    running.child.kill('SIGKILL');
    const ends = await Promise.allSettled(payers);
    for (const end of ends) {
      // Cut off in the middle of a call, of the shop's or of a browser's.
      assert.ok(end.status === 'rejected');
      const cut = end.reason instanceof ProviderUnavailable || end.reason instanceof TypeError;
      assert.ok(cut, String(end.reason));
    }
  }
  t.diagnostic(`${said.size} captured, ${paidBack.size} paid back, ${attempts.length} opened`);
});
