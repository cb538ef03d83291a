import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CalendarName } from '@rasat/engine';
import { inTransaction } from '../../../platform/db/pool.ts';
import { testDatabase } from '../../../platform/testing.ts';
import { plantSeries } from '../../../testing/market.ts';
import { removeSymbol } from '../store/symbol-store.ts';
import { listEndingCalendars } from './ending-calendars.ts';

const { db } = await testDatabase({ after });
const DAY = 86_400_000;
/** 31 December 2027, 24:00 in Istanbul and in New York. */
const ISTANBUL = Date.UTC(2027, 11, 31, 21);
const NEW_YORK = Date.UTC(2028, 0, 1, 5);

const plant = (symbol: string, calendar: CalendarName, source = 'file') =>
  plantSeries(db, { symbol, calendar, source });

test('the calendars of listed symbols are named from 60 days before their end on', async () => {
  await plant('BTCUSD', 'always');
  await plant('EURUSD', 'forex');
  await plant('AAPL', 'nasdaq');
  await plant('THYAO', 'bist-2');
  await plant('GARAN', 'bist-2');
  await plant('DAX.R', 'xetra', 'replay');
  const named = async (nowMs: number) =>
    (await listEndingCalendars(db, nowMs)).map(({ calendar, endsMs }) => [calendar, endsMs]);
  assert.deepEqual(await named(ISTANBUL - 60 * DAY - 1), []);
  assert.deepEqual(await named(ISTANBUL - 60 * DAY), [['bist-2', ISTANBUL]]);
  const both = [
    ['bist-2', ISTANBUL],
    ['nasdaq', NEW_YORK],
  ];
  assert.deepEqual(await named(NEW_YORK - 60 * DAY), both);
  assert.deepEqual(await named(NEW_YORK + 400 * DAY), both, 'also when they have ended');
  // A calendar that no listed symbol has is not named, also when an archived history has it.
  await inTransaction(db, (trx) => removeSymbol(trx, 'AAPL', 1));
  await plant('THYAO', 'bist');
  assert.deepEqual(await named(ISTANBUL), [
    ['bist', ISTANBUL],
    ['bist-2', ISTANBUL],
  ]);
});
