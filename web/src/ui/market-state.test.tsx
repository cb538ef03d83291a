import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { MarketSymbol, PricedSymbol } from '@rasat/contract';
import { act } from '@testing-library/react';
import { show } from '../testing/show.tsx';
import { MarketLine, MarketOpening } from './market-state.tsx';

const at = (text: string): number => Date.parse(`${text}Z`);
const entry = (
  symbol: string,
  calendar: MarketSymbol['calendar'],
  source = 'simulated',
  delay: PricedSymbol['delay'] = null,
) => ({ symbol, calendar, source, delay, type: 'forex' as const });
/** A daily rate of a bank. */
const rate = (symbol: string) =>
  entry(symbol, 'bist', 'reference-tcmb', { class: 'reference', ms: 0 });
const AAPL = entry('AAPL', 'nasdaq');

async function opening(
  t: TestContext,
  now: string,
  symbol = AAPL,
  language: 'tr' | 'az' | 'en' = 'en',
): Promise<string> {
  t.mock.timers.enable({ apis: ['Date'], now: at(now) });
  const shown = await show(t, <MarketOpening symbols={[symbol]} />, { language });
  const text = document.body.textContent ?? '';
  shown.leave();
  t.mock.timers.reset();
  return text;
}

test('a closed market shows when it opens, in Istanbul time and as a duration', async (t) => {
  // New York opens at 14:30 UTC in winter, 17:30 in Istanbul. 22 November 2026 is a Sunday.
  assert.equal(await opening(t, '2026-11-22T09:30'), 'opens Mon 17:30, in 1 d 5 h');
  assert.equal(await opening(t, '2026-11-22T18:00'), 'opens tomorrow 17:30, in 20 h 30 min');
  assert.equal(await opening(t, '2026-11-23T10:00'), 'opens today 17:30, in 4 h 30 min');
  assert.equal(await opening(t, '2026-11-23T14:29:30'), 'opens today 17:30, in 1 min');
  assert.equal(await opening(t, '2026-11-23T13:30'), 'opens today 17:30, in 1 h');
  assert.equal(await opening(t, '2026-11-23T14:30'), '');
  // Forex opens on Sunday at 22:00 UTC, which is 01:00 on Monday in Istanbul.
  const forex = entry('EURUSD', 'forex');
  assert.equal(await opening(t, '2026-11-22T09:30', forex), 'opens tomorrow 01:00, in 12 h 30 min');
  // Feast of the Sacrifice 2026: from noon of 26 May to 29 May; a date, because the weekday alone could be of another
  // week.
  const bist = entry('THYAO', 'bist');
  assert.match(await opening(t, '2026-05-26T12:00', bist), /^opens Mon 10:00, in 5 d 19 h$/);
});

test('the opening is written in Turkish and Azerbaijani', async (t) => {
  const now = '2026-11-22T09:30';
  assert.equal(await opening(t, now, AAPL, 'tr'), 'açılış Pzt 17:30, 1 gün 5 sa sonra');
  assert.equal(await opening(t, now, AAPL, 'az'), 'açılış B.e. 17:30, 1 gün 5 saat sonra');
  const forex = entry('EURUSD', 'forex');
  assert.equal(await opening(t, now, forex, 'tr'), 'açılış yarın 01:00, 12 sa 30 dk sonra');
  assert.equal(await opening(t, now, forex, 'az'), 'açılış sabah 01:00, 12 saat 30 dəq sonra');
});

test('the duration counts down by the minute, and disappears at the opening', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: at('2026-11-23T14:28:10') });
  await show(t, <MarketOpening symbols={[AAPL]} />, { language: 'en' });
  assert.equal(document.body.textContent, 'opens today 17:30, in 2 min');
  act(() => t.mock.timers.tick(50_000));
  assert.equal(document.body.textContent, 'opens today 17:30, in 1 min');
  act(() => t.mock.timers.tick(60_000));
  assert.equal(document.body.textContent, '');
});

test('a category shows whether its markets trade, and when not, the time of its last price', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: at('2026-11-22T09:30') });
  const line = async (symbols: readonly ReturnType<typeof entry>[]): Promise<string> => {
    const times: Record<string, number> = {
      AAPL: at('2026-11-20T20:59:58'),
      MSFT: at('2026-11-20T20:59:41'),
      XU100: at('2026-11-20T15:09:50'),
      BTCUSD: at('2026-11-22T09:29:59'),
      OLD: at('2026-11-18T10:00'),
    };
    const shown = await show(
      t,
      <MarketLine symbols={symbols} pricedAtMs={(symbol) => times[symbol] ?? null} />,
      { language: 'en' },
    );
    const text = document.body.textContent ?? '';
    shown.leave();
    return text;
  };
  assert.equal(
    await line([entry('MSFT', 'nasdaq'), AAPL]),
    'Market closed · last price 20 Nov 23:59 · opens Mon 17:30, in 1 d 5 h',
  );
  assert.equal(await line([entry('BTCUSD', 'always')]), 'Market open');
  assert.equal(
    await line([entry('BTCUSD', 'always'), AAPL, entry('XU100', 'bist')]),
    '1 of 3 open · last price 20 Nov 23:59 · opens tomorrow 10:00, in 21 h 30 min',
  );
  assert.equal(
    await line([entry('OLD', 'bist', 'file')]),
    'From files, not live · last price 18 Nov 13:00',
  );
  assert.equal(
    await line([entry('NEW', 'bist')]),
    'Market closed · opens tomorrow 10:00, in 21 h 30 min',
  );
  assert.equal(await line([]), '');
  assert.equal(await line([rate('USDTRY')]), '');
  assert.equal(
    await line([rate('USDTRY'), entry('BTCUSD', 'always')]),
    'Market open',
    'a rate is not counted',
  );
});
