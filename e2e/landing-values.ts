import assert from 'node:assert/strict';
import type { Reply, ROUTES } from '@rasat/contract';
import type { Page } from 'playwright-core';
import { makeOffers, offerOf } from './buying-values.ts';
import { expectedMoney } from './expected-money.ts';
import type { Draw } from './random.ts';
import { makeRecord } from './record-values.ts';
import { answerCalls, plain, readFacts, readText, SENSES } from './shown.ts';

// The landing page, which is Turkish in every language, with answers that are drawn by lot.

type Snapshot = NonNullable<Reply<typeof ROUTES.snapshot>>;

/** A real snapshot whose prices and cycle are other ones. */
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

/** Compares what the page says with the answers of its calls. */
export async function assertLandingShown(page: Page, real: Snapshot, draw: Draw): Promise<void> {
  const write = expectedMoney('tr');
  const made = makeOffers(draw);
  const { state, figures } = makeRecord(draw, Date.now());
  const buy = draw.whole(0, 1) === 1;
  const snapshot = makeSnapshot(real, draw, buy);
  await answerCalls(page, {
    '/payment/offers': made.offers,
    '/record': state,
    '/record/figures': figures,
    '/snapshot': snapshot,
  });
  await page.goto('/');
  await page.locator('[data-chart="hero"] circle').waitFor();

  // The three calls are answered each for itself.
  await page.locator('[data-section="proof"]').waitFor();
  await page.locator('[data-fill="lesson currency"]:not(:empty)').waitFor();
  const offers = page.locator('#ucretler div:has(> h3)');
  const [three, six, lesson] = (['3-months', '6-months', 'lesson'] as const).map((product) =>
    write.shortMoney(offerOf(made, product).amount),
  );
  const monthly = (plan: '3-months' | '6-months') => write.shortMoney(made.monthly[plan]);
  for (const sense of SENSES) {
    const texts = await Promise.all([1, 2, 3].map((at) => readText(offers.nth(at), sense)));
    assert.deepEqual(
      texts,
      [
        `3 ay ${three} KDV dahil, ayda ${monthly('3-months')} 3 aylık satın al`,
        `6 ay ${six} KDV dahil, ayda ${monthly('6-months')} 6 aylık satın al`,
        `Eğitim ${lesson} KDV dahil, 8 ders, 16 saat, ömür boyu video erişimi Eğitime kaydol`,
      ].map(plain),
    );
  }

  const all = figures.groups.find(({ kind, category }) => kind === null && category === null);
  assert.ok(all?.figures.hits && all.figures.first.difference && all.figures.first.net);
  const { n, hits, first } = all.figures;
  const interval = ({ value, low, high }: { value: number; low: number; high: number }) =>
    `${write.signed(value, 3)} R [${write.signed(low, 3)}; ${write.signed(high, 3)}]`;
  const proof = page.locator('[data-section="proof"]');
  assert.ok(first.difference && first.net);
  assert.deepEqual(await readFacts(proof.locator('dl'), 'seen'), [
    `Sonuçlanan kayıt: ${write.count(n)}`,
    `İlk hedefe varan: ${write.share(hits.share)}`,
    `Rastgele giriş: ${write.share(hits.baseline)}`,
    `Fark, %95 aralığıyla: ${interval(first.difference)}`,
    `Maliyet düşülünce sonuç: ${interval(first.net)}`,
  ]);
  assert.equal(
    await readText(proof.locator('p').first(), 'seen'),
    'Tabandan ayrışıyor. Bütün sinyaller, rastgele girişlerin yanında (gerçek fiyatlar, canlı yayımlananlar).',
  );

  const { condition, cycle, bars } = snapshot;
  assert.ok(condition && cycle);
  const price = (value: number) => write.price(value, 3);
  const last = price(bars.at(-1)?.c ?? Number.NaN);
  const way = write.way(buy);
  const hero = page.locator('[data-hero] figure');
  assert.equal(
    await readText(hero.locator('figcaption'), 'seen'),
    `XAUUSD 4 saat simülasyon Hayyam ${way} koşulu etkin`,
  );
  for (const sense of SENSES) {
    assert.deepEqual(await readFacts(hero.locator('dl'), sense), [
      `Giriş: ${price(condition.price)}`,
      `İlk hedef: ${price(condition.tp1)}`,
      `Zarar durdur: ${price(condition.sl)}`,
    ]);
  }
  const told = `${way} koşulu. Zarar durdur ${price(condition.sl)}, giriş ${price(condition.price)}, birinci hedef ${price(condition.tp1)}, ikinci hedef ${price(condition.tp2)}, son kapanış ${last}.`;
  assert.equal(await page.getByRole('img', { name: told, exact: true }).count(), 2, told);
  const chart = `XAUUSD, 4 saat, son ${bars.length} mum, simülasyon. Son kapanış ${last}. ${told}`;
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

/** Compares what the agreement says of the seller with the answer of the call. */
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
