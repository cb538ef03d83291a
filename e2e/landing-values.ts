import assert from 'node:assert/strict';
import type { Reply, ROUTES } from '@rasat/contract';
import type { Page } from 'playwright-core';
import { makeOffers, offerOf } from './buying-values.ts';
import { expectedMoney } from './expected-money.ts';
import type { Draw } from './random.ts';
import { makeRecord } from './record-values.ts';
import { answerCalls, plain, readFacts, readText, SENSES } from './shown.ts';

// The landing page with randomly drawn answers.

type Snapshot = NonNullable<Reply<typeof ROUTES.snapshot>>;

/** Returns a real snapshot with drawn prices and cycle. */
function makeSnapshot(real: Snapshot, draw: Draw, buy: boolean): Snapshot {
  assert.ok(real.condition && real.cycle);
  const price = draw.decimal(1000, 2000);
  const step = (buy ? 1 : -1) * draw.decimal(5, 20);
  const last = real.bars.at(-1);
  assert.ok(last);
  return {
    ...real,
    symbol: 'XAUUSD',
    digits: 3,
    resolution: '240',
    bars: [...real.bars.slice(0, -1), { ...last, c: price + step / 2 }],
    condition: {
      ...real.condition,
      active: true,
      way: buy,
      price,
      sl: price - step,
      tp1: price + step,
      tp2: price + 2 * step,
    },
    cycle: { ...real.cycle, value: -draw.decimal(0.1, 0.9), positive: false },
  };
}

/** Compares the texts of the page with the answers of its calls. */
export async function assertLandingShown(page: Page, real: Snapshot, draw: Draw): Promise<void> {
  const write = expectedMoney('tr');
  const made = makeOffers(draw);
  const { state } = makeRecord(draw, Date.now());
  // A look with an interval on one side of zero.
  const difference = { value: -0.2, low: -draw.decimal(0.3, 0.5), high: -draw.decimal(0.05, 0.15) };
  const settled = draw.whole(260, 490);
  const expected = Date.UTC(2028, draw.whole(0, 11), draw.whole(1, 28), 9);
  const coming = [{ rows: 500, missing: 500 - settled, unpublished: 0, expected }];
  const look = { rows: 250, lastSeq: 900, months: 4, taken: 1, costs: [] };
  const primary = {
    engineVersion: '1',
    settled,
    pending: 3,
    leftOut: 2,
    voided: 0,
    looks: [{ ...look, difference, chance: 0.004, claim: 'worse' as const }],
    coming,
  };
  const live = { origin: 'live' as const, from: 0, to: 1, periods: ['all'], whole: null };
  const parts: typeof state.parts = [
    { ...live, source: 'file', rows: 9000, primary },
    { ...live, source: 'simulated', rows: 1, primary: null },
  ];
  const buy = draw.whole(0, 1) === 1;
  const snapshot = makeSnapshot(real, draw, buy);
  await answerCalls(page, {
    '/payment/offers': made.offers,
    '/record': { ...state, parts },
    '/snapshot': snapshot,
  });
  await page.goto('/');
  await page.locator('[data-chart="hero"] circle').waitFor();

  // The three calls are answered separately.
  await page.locator('section[data-section="proof"]').waitFor();
  await page.locator('[data-fill="total"]').getByText('TL').waitFor();
  const [three, six, lesson] = (['3-months', '6-months', 'lesson'] as const).map(
    (product) => offerOf(made, product).amount,
  );
  assert.ok(three && six && lesson);
  const money = (kurus: number) => write.shortMoney(kurus);
  const premium = page.locator('#ucretler');
  const total = premium.locator('p', { hasText: 'Başlarken toplam' }).locator('..');
  for (const [months, plan, year] of [
    [6, six, lesson + 2 * six],
    [3, three, lesson + 4 * three],
  ] as const) {
    await premium.getByRole('radio', { name: `${months} ay` }).check();
    const other = months === 3 ? '6-months' : '3-months';
    assert.equal(await premium.locator(`[data-part="${other}"]`).isVisible(), false);
    for (const sense of SENSES) {
      assert.deepEqual(
        (await readFacts(premium.locator('dl').first(), sense)).filter(
          (fact) => !fact.startsWith(`${9 - months} aylık`),
        ),
        [
          `Eğitim bir kez, 8 ders, 16 saat; videolar sizde kalır: ${money(lesson)}`,
          `${months} aylık abonelik ayda ${money(made.monthly[`${months}-months`])}: ${money(plan)}`,
        ].map(plain),
      );
      assert.match(
        await readText(total, sense),
        new RegExp(
          `^Başlarken toplam ${plain(money(lesson + plan))} .*isterseniz: ${plain(money(plan))}\\. İlk yılın toplamı: ${plain(money(year))}`.replaceAll(
            /(?<=\d)\.(?=\d)/g,
            '\\.',
          ),
        ),
      );
    }
  }

  const proof = page.locator('section[data-section="proof"]');
  const multiple = (value: number) => write.signed(value, 3);
  assert.deepEqual(await readFacts(proof.locator('dl'), 'seen'), [
    `Sayılan canlı koşul: ${write.count(settled)} / 500`,
    `Eşlenmiş girişlerden fark: ${multiple(difference.value)} R [${multiple(difference.low)}; ${multiple(difference.high)}]`,
    `Sonraki bakış, yaklaşık: ${write.date(expected)}`,
  ]);
  assert.equal(
    await readText(proof.locator('p').first(), 'seen'),
    'Eşlenmiş girişlerden kötü. Son bakışta canlı koşullar, maliyet sonrası, eşlenmiş girişlerden kötü sonuç verdi. İşletmecinin yüklediği fiyatlar.',
  );

  const { condition, cycle, bars } = snapshot;
  assert.ok(condition && cycle);
  const price = (value: number) => write.price(value, 3);
  const last = price(bars.at(-1)?.c ?? Number.NaN);
  const way = write.way(buy);
  const hero = page.locator('[data-hero] figure');
  assert.equal(
    await readText(hero.locator('figcaption'), 'seen'),
    `XAUUSD 4 saat Simülasyon ${way} koşulu etkin`,
  );
  for (const sense of SENSES) {
    assert.deepEqual(await readFacts(hero.locator('dl'), sense), [
      `Giriş: ${price(condition.price)}`,
      `İlk hedef: ${price(condition.tp1)}`,
      `Zarar durdur: ${price(condition.sl)}`,
    ]);
  }
  const ladder = `${way}: Zarar durdur ${price(condition.sl)}, Giriş ${price(condition.price)}, İlk hedef ${price(condition.tp1)}, İkinci hedef ${price(condition.tp2)}, Son kapanış ${last}.`;
  assert.equal(await page.getByRole('img', { name: ladder, exact: true }).count(), 2, ladder);
  const chart = `XAUUSD, 4 saat, ${bars.length} mum, Simülasyon. Son kapanış ${last}. ${ladder}`;
  await hero.getByRole('img', { name: chart, exact: true }).waitFor();
  await page
    .getByRole('img', { name: `Döngü ${write.number(cycle.value, 2)}, negatif`, exact: true })
    .waitFor();
  const phone = page.locator('#mobil [data-snapshot]');
  assert.match(
    await readText(phone, 'seen'),
    new RegExp(`^XAUUSD ${way} ${last.replace('.', '\\.')} `),
  );
}

/** Compares the seller in the agreement with the answer of the call. */
export async function assertSellerShown(page: Page, draw: Draw): Promise<void> {
  const seller: Reply<typeof ROUTES.seller> = {
    title: `Satıcı ${draw.whole(100, 999)} A.Ş.`,
    taxOffice: `Daire${draw.whole(100, 999)}`,
    taxNumber: String(draw.whole(1_000_000_000, 1_999_999_999)),
    address: `Sokak No: ${draw.whole(100, 999)}`,
    demonstration: false,
  };
  await answerCalls(page, { '/seller': seller });
  await page.goto('/info/agreement');
  const box = page.locator('[data-seller]').first();
  await box.waitFor();
  assert.deepEqual(await readFacts(box.locator('dl'), 'seen'), [
    `Satıcı: ${seller.title}`,
    `Vergi dairesi ve numarası: ${seller.taxOffice}, ${seller.taxNumber}`,
    `Adres: ${seller.address}`,
  ]);
  assert.equal(await box.getByText('gösterim kurulumudur').isVisible(), false);
}
