import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Reply, ROUTES } from '@rasat/contract';
import { WRITTEN } from '../course.ts';
import { drawPng } from '../png.ts';
import { callSite, nextCode, readAs, signIn } from '../sign-in.ts';
import type { Role, Site } from '../site.ts';

/** Values of the parameters of addresses. */
export interface CrawlData {
  /** Numbers of rows of the record: one of each kind and state with its own look. */
  readonly rows: readonly { readonly what: string; readonly seq: number }[];
  /** Public id of the demonstration person without a subscription. */
  readonly uid: string;
  /** The number of an order. */
  readonly order: string;
}

/** The image that a student sends. */
const IMAGE = drawPng(640, 400);
/** Accepted statuses: 409 says that an earlier run on the same server has written it. */
const THERE = [200, 409];

async function write(site: Site, role: Role, path: string, body: unknown): Promise<void> {
  const answer = await callSite(site, 'POST', path, body, await signIn(site, role));
  assert.ok(THERE.includes(answer.status), `${path}: ${await answer.text()}`);
}

async function sendImage(site: Site): Promise<string> {
  const { url, id } = await readAs<{ url: string; id: string }>(
    site,
    '/account/imageUrl?type=image/png',
    'student',
  );
  const headers = { 'content-type': 'image/png' };
  const put = await fetch(site.origin + url, {
    method: 'PUT',
    headers,
    body: new Uint8Array(IMAGE),
  });
  assert.equal(put.status, 200, await put.text());
  return id;
}

async function fillCourse(site: Site): Promise<void> {
  const { question, homework: text } = WRITTEN;
  await write(site, 'student', '/account/question', { question, imageId: await sendImage(site) });
  for (const homeworkNumber of [1, 2]) {
    const imageId = await sendImage(site);
    await write(site, 'student', '/account/homework', { text, homeworkNumber, imageId });
  }
}

async function fillMessages(site: Site): Promise<void> {
  const texts = {
    tr: 'Cumartesi 02:00 ile 02:30 arasında kısa bir bakım yapılacak; grafikler o sırada açılmayabilir.',
    az: 'Şənbə günü 02:00 ilə 02:30 arasında qısa texniki iş aparılacaq; qrafiklər açılmaya bilər.',
    en: 'Short maintenance on Saturday between 02:00 and 02:30; charts may not open during that time.',
  };
  for (const [list, link, at] of [
    ['platform', null, null],
    ['class', 'https://example.org/ders', null],
    ['platform', null, site.now() + 86_400_000],
  ] as const) {
    await signIn(site, 'admin');
    const code = await nextCode(site);
    await write(site, 'admin', '/admin/messages', { list, texts, link, at, code });
  }
}

/** Places an order and does not pay it. */
async function placeOrder(site: Site): Promise<void> {
  const { agreement } = await readAs<Reply<typeof ROUTES.offers>>(site, '/payment/offers');
  const answer = await fetch(`${site.origin}/api/payment/education`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'idempotency-key': randomUUID(),
      cookie: await signIn(site, 'person'),
    },
    body: JSON.stringify({ terms: true, agreement }),
  });
  assert.equal(answer.status, 200, await answer.text());
}

async function listRows(site: Site): Promise<CrawlData['rows']> {
  const rows: { what: string; seq: number }[] = [];
  for (const what of [
    'kind=condition&state=tp1',
    'kind=condition&state=sl',
    'kind=box&state=tp1',
    'kind=levels&state=expired',
    'symbol=THYAO',
  ]) {
    const found = await readAs<Reply<typeof ROUTES.recordRows>>(site, `/record/rows?${what}`);
    const [row] = found.rows;
    if (row) rows.push({ what, seq: row.seq });
  }
  assert.ok(rows.length > 2, 'the record has rows');
  return rows;
}

/** Writes course, messages and an order as people and an administrator do. Returns the values of addresses. */
export async function fillSite(site: Site): Promise<CrawlData> {
  // The third message waits for the next code of the authenticator.
  await Promise.all([fillMessages(site), fillCourse(site).then(() => placeOrder(site))]);
  const { people } = await readAs<{ people: { uid: string; email: string }[] }>(
    site,
    '/admin/people?search=person',
    'admin',
  );
  const { orders } = await readAs<{ orders: { number: string }[] }>(site, '/admin/orders', 'admin');
  const uid = people.find(({ email }) => email.startsWith('person@'))?.uid;
  const [order] = orders;
  assert.ok(uid && order, 'a person and an order');
  return { rows: await listRows(site), uid, order: order.number };
}
