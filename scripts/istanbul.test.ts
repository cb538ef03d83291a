import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DAY_MS, HOUR_MS } from '@rasat/contract';
import type { LedgerRow } from '@rasat/ledger';
import type { Journal } from '../server/src/connectors/demo-bank/journal.ts';
import type { PaymentPath } from '../server/src/modules/payments/payment-path.ts';

// A law that Turkey may pass: from 28 March 2027 its clocks are four hours ahead of UTC. It is planted into the one file
// that holds Istanbul's rule, and every place that shows Istanbul's time or counts by it has to follow. What this file
// imports late is loaded with a mark in its address, apart from the sources that other tests of the process have loaded.

const ROOT = new URL('..', import.meta.url).href;
const RULE = `${ROOT}engine/src/time/zone-offset.ts`;
const MARK = '?planted';
const LAW_MS = Date.UTC(2027, 2, 28, 1);

const hooks = registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const { parentURL } = context;
    const isPlanted = parentURL === import.meta.url || parentURL?.endsWith(MARK);
    const isOurs = found.url.startsWith(ROOT) && !found.url.includes('/node_modules/');
    return isPlanted && isOurs ? { ...found, url: `${found.url}${MARK}` } : found;
  },
  load(url, context, next) {
    if (url !== `${RULE}${MARK}`) return next(url, context);
    const source = readFileSync(fileURLToPath(url), 'utf8');
    const offset = 'isIstanbulSummer(timeMs) ? 3 : 2';
    assert.equal(source.split(offset).length, 2, 'the rule is where it was');
    const planted = source.replace(offset, `timeMs >= ${LAW_MS} ? 4 : ${offset}`);
    return { format: 'module-typescript', source: planted, shortCircuit: true };
  },
});
after(() => hooks.deregister());

/** Without the law 23:30 of 31 December 2027. */
const NIGHT_MS = Date.UTC(2027, 11, 31, 20, 30);

describe('with a new summer time', () => {
  test('the web shows and reads it', async () => {
    const format = await import('../web/src/i18n/format.ts');
    assert.equal(format.formatClock(NIGHT_MS), '00:30:00');
    assert.equal(format.formatHour(NIGHT_MS), '00:30');
    assert.equal(format.formatDate('en', NIGHT_MS), '1 Jan 2028');
    assert.equal(format.formatDay('en', NIGHT_MS, NIGHT_MS), '1 Jan');
    assert.equal(format.formatMoment('tr', NIGHT_MS, NIGHT_MS), '1 Oca 00:30');
    assert.equal(format.formatUntil('az', NIGHT_MS, NIGHT_MS), '1 yanvaradək, 00:30');
    const { describeComing } = await import('../web/src/i18n/opening.ts');
    const { when, day, time } = describeComing('en', NIGHT_MS, NIGHT_MS - 2 * HOUR_MS);
    assert.deepEqual([when, day, time], ['tomorrow', 'Sat', '00:30']);
    const { readIstanbul, writeIstanbul } = await import(
      '../web/src/features/admin/istanbul-time.ts'
    );
    assert.equal(writeIstanbul(NIGHT_MS), '2028-01-01T00:30');
    assert.equal(readIstanbul('2028-01-01T00:30'), NIGHT_MS);
    const { createTimeLabels } = await import('../web/src/charts/axis/time-labels.ts');
    const labels = createTimeLabels('en', '60', 'always');
    assert.equal(labels.crosshair(NIGHT_MS), '1 Jan 2028 00:30');
    const ofDays = createTimeLabels('en', '1D', 'always');
    const { TICK_WEIGHT, tickWeight } = await import('../web/src/charts/axis/tick-weight.ts');
    assert.equal(tickWeight(NIGHT_MS - HOUR_MS, NIGHT_MS), TICK_WEIGHT.year);
    assert.equal(tickWeight(NIGHT_MS - HOUR_MS / 2, NIGHT_MS), TICK_WEIGHT.half);
    assert.equal(labels.tick(NIGHT_MS, TICK_WEIGHT.half), '00:30');
    assert.equal(labels.tick(NIGHT_MS, TICK_WEIGHT.day), '1 Jan');
    assert.equal(ofDays.tick(NIGHT_MS, TICK_WEIGHT.day), '1 Jan');
  });

  test('mails, the operator page, Telegram and files of vendors show it', async () => {
    const { longDay, longMoment } = await import('../server/src/platform/mail/figures.ts');
    assert.equal(longDay('az', NIGHT_MS), '1 yanvar 2028');
    assert.equal(longMoment('tr', NIGHT_MS), '1 Ocak 2028, 00:30');
    const { mailPage } = await import('../server/src/platform/operator/operator-page.ts');
    const mail = {
      id: '1',
      to: '',
      subject: '',
      text: '',
      language: 'en',
      written: NIGHT_MS,
    } as const;
    assert.match(mailPage('en', [mail]), />1 Jan 2028, 00:30</);
    const { signalText } = await import('../server/src/modules/telegram/signals.ts');
    const options = { language: 'tr', digits: 2, baseUrl: '' } as const;
    assert.match(signalText({ barTime: NIGHT_MS } as LedgerRow, options), /^01\.01\.2028 00:30 /m);
    const { createZone } = await import('../server/src/connectors/files/time-zone.ts');
    const zone = createZone('Europe/Istanbul');
    assert.equal(zone.toUtcMs(Date.UTC(2028, 0, 1, 0, 30), 0), NIGHT_MS);
    assert.equal(zone.toLocalMs(NIGHT_MS), Date.UTC(2028, 0, 1, 0, 30));
  });

  test('orders, invoices and given rights count by it', async (t) => {
    const { startShop } = await import('../server/src/testing/shop.ts');
    const { clock, context, ...shop } = await startShop(t);
    const { db } = context;
    clock.set(NIGHT_MS - clock.now());
    const buy = async () => {
      const token = await shop.order(await shop.person(['lesson']), 6);
      shop.iyzico.pay(token);
      await shop.comeBack(token);
    };
    await buy();
    assert.match(String((await shop.rows('purchase'))[0]?.number), /^RS-2028-/);
    assert.match(String((await shop.rows('invoice'))[0]?.number), /^RST2028/);
    // From the winter time before the law; the shop sells behind it.
    const payments = await import('../server/src/modules/payments/entitled-period.ts');
    const january = Date.UTC(2027, 0, 31, 20, 30);
    const april = Date.UTC(2027, 3, 30, 19, 30);
    assert.equal(payments.endIfPaidAt('3-months', january), april);
    const standing = { student: true, subscriber: false, subscribedUntilMs: 0 };
    const period = payments.entitledPeriod('3-months', standing, january);
    assert.deepEqual(period, { startsAtMs: january, endsAtMs: april });
    const { giveRight } = await import('../server/src/modules/admin/grants.ts');
    const uid = String((await shop.rows('person'))[0]?.public_id);
    const grant = { right: 'subscription', months: 1, reason: '', code: '' } as const;
    await db.transaction().execute(async (trx) => {
      const { end } = await giveRight(trx, uid, grant, NIGHT_MS);
      assert.equal(end, Date.UTC(2028, 6, 31, 20, 30), 'from 1 July to 1 August');
    });
    const { peopleFile } = await import('../server/src/modules/admin/people-file.ts');
    const query = { filter: 'all', words: [], nowMs: NIGHT_MS, soonMs: NIGHT_MS } as const;
    const file = peopleFile(db, query, 'en');
    assert.equal(file.name, 'rasat-2028-01-01.csv');
    assert.match(Buffer.concat(await (await file.open()).toArray()).toString(), /2028-01-01 00:30/);
    // The day after, half an hour into it, another person buys; nothing of that day can be missing yet.
    clock.set(DAY_MS);
    await buy();
    const { compareWithList } = await import('../server/src/modules/payments/compare.ts');
    const { insertDay } = await import('../server/src/modules/payments/movement-store.ts');
    const days: string[] = [];
    const listMovements = async ({ day }: { readonly day: string }) => {
      days.push(day);
      return { movements: [], pages: 1 };
    };
    const path = { provider: { name: 'iyzico', listMovements }, clock } as unknown as PaymentPath;
    assert.equal((await compareWithList(db, path)).found, 0);
    assert.deepEqual(days, ['2028-01-01', '2028-01-02']);
    await insertDay(db, 'iyzico', '2028-01-02', clock.now());
    assert.equal((await compareWithList(db, path)).found, 1, 'the payment of the first day');
    const { shortMoment } = await import('../server/src/platform/short-moment.ts');
    assert.equal(shortMoment(NIGHT_MS), '01.01.2028 00:30', 'on the sheet of an invoice');
  });

  test('the demo bank has its days', async () => {
    const { createManualClock } = await import('../server/src/platform/clock.ts');
    const { openBank } = await import('../server/src/connectors/demo-bank/bank.ts');
    const order = {
      attemptId: 'a',
      orderNumber: 'b',
      title: 'c',
      amountKurus: 1,
      currency: 'TRY',
      language: 'tr',
      returnUrl: 'https://rasat.example',
    };
    const event = { token: 'd', atMs: NIGHT_MS };
    const events = [
      { type: 'journal', version: 1 },
      { type: 'opened', ...order, ...event, expiresAtMs: NIGHT_MS },
      { type: 'captured', ...event, paymentId: 'e', ending: 'paid' },
    ];
    const journal = { events, settled: async () => {} } as unknown as Journal;
    const bank = await openBank(journal, createManualClock(NIGHT_MS));
    assert.equal((await bank.listMovements('2028-01-01')).length, 1);
    const { formatTime } = await import('../server/src/connectors/demo-bank/texts.ts');
    assert.equal(formatTime(NIGHT_MS), '00:30');
    const { judgeCard } = await import('../server/src/connectors/demo-bank/cards.ts');
    const card = { holder: 'Ada', number: '5528790000000008', expiry: '12/27', cvc: '123' };
    assert.deepEqual(judgeCard(card, NIGHT_MS).faults, ['card-date-400'], 'December is over');
  });

  test('the week of page views begins by it', async (t) => {
    const { createManualClock } = await import('../server/src/platform/clock.ts');
    const { testContext } = await import('../server/src/platform/testing.ts');
    const { openPageViews } = await import('../server/src/modules/page-views/page-views.ts');
    const { insertPageView } = await import('../server/src/modules/page-views/store.ts');
    // Sunday, 23:00 and 24:00.
    const clock = createManualClock(Date.UTC(2028, 0, 2, 19));
    const context = await testContext(t, { clock });
    const { plantPerson } = await import('../server/src/testing/people.ts');
    const { id } = await plantPerson(context);
    await insertPageView(context.db, clock.now(), 'bist', id);
    const views = openPageViews(context);
    const count = async () => (await views.list()).find(({ type }) => type === 'bist')?.views;
    assert.equal(await count(), 1);
    await clock.advance(HOUR_MS);
    assert.equal(await count(), 0);
  });

  test('jobs fall due by it, without a new start', async (t) => {
    const { testContext } = await import('../server/src/platform/testing.ts');
    const { startJobs } = await import('../server/src/platform/jobs/jobs.ts');
    const { createJobClock } = await import('../server/src/platform/jobs/testing/job-clock.ts');
    const { until } = await import('../server/src/testing/eventually.ts');
    const context = await testContext(t);
    const clock = createJobClock(new Date(LAW_MS - 90_000).toISOString());
    const ran: number[] = [];
    const job = {
      name: 'test.daily',
      cron: '0 6 * * *',
      run: async () => void ran.push(clock.now()),
    };
    const pace = { startDelayMs: 0, pollSeconds: 20, clock };
    const part = startJobs(context, context.address, [job], pace);
    await until('the schedules are set', () => part.status().detail === undefined);
    await clock.tick(180_000);
    // Six o'clock, which was 03:00 UTC the day before.
    const dueMs = Date.UTC(2027, 2, 28, 2);
    await clock.setTime(dueMs - 20_000);
    await clock.tick(75_000);
    await until('the job runs', () => ran.length === 1);
    await part.stop();
    assert.ok(ran[0] && ran[0] >= dueMs && ran[0] < dueMs + 60_000);
  });
});
