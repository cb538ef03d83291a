import assert from 'node:assert/strict';
import { test } from 'node:test';
import i18next from 'i18next';
import { show } from '../../testing/show.tsx';
import { clientLoader as audit } from './audit/route.tsx';
import { clientLoader as feeds } from './feeds/route.tsx';
import { clientLoader as homework } from './homework/route.tsx';
import { clientLoader as lessons } from './lessons/route.tsx';
import { clientLoader as messages } from './messages/route.tsx';
import { clientLoader as order } from './orders/order-route.tsx';
import { clientLoader as orders } from './orders/route.tsx';
import { clientLoader as person } from './people/person-route.tsx';
import { clientLoader as people } from './people/route.tsx';
import { clientLoader as prices } from './prices/route.tsx';
import { clientLoader as questions } from './questions/route.tsx';
import { clientLoader as site } from './site/route.tsx';
import { clientLoader as symbols } from './symbols/route.tsx';

const PAGES = {
  audit: [audit, 'adminMarket'],
  feeds: [feeds, 'adminMarket'],
  homework: [homework, 'adminLearning'],
  lessons: [lessons, 'adminLearning'],
  messages: [messages, 'adminMessages'],
  order: [order, 'adminMoney', 'payment'],
  orders: [orders, 'adminMoney', 'payment'],
  person: [person, 'adminPeople', 'adminMoney', 'payment'],
  people: [people, 'adminPeople'],
  prices: [prices, 'adminMoney', 'payment'],
  questions: [questions, 'adminLearning'],
  site: [site, 'adminMarket'],
  symbols: [symbols, 'adminMarket'],
} as const;

test('each page loads the texts that it shows before it is painted', async (t) => {
  await show(t, null);
  for (const [page, [load, ...areas]] of Object.entries(PAGES)) {
    for (const area of areas) i18next.removeResourceBundle('tr', area);
    await load();
    for (const area of areas) {
      assert.equal(i18next.hasResourceBundle('tr', area), true, `${page}: ${area}`);
    }
  }
});
