import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES, PAGES } from '@rasat/contract';
import { type CrawlLook, crawl, describeFindings, type Seen, type Task } from './crawl/crawl.ts';
import { fillSite } from './crawl/data.ts';
import { listPlaces, type Place, screenOf } from './crawl/places.ts';
import { startBrowser } from './fixtures.ts';
import { type Role, startSite } from './site.ts';

// A run inspects every fourth screen, the next runs the others. Role, width, theme and language rotate with the seed;
// `npm run soak` has all combinations.

/** Number of runs that together inspect every screen. */
const RUNS = 4;

const seed = Number(process.env.SEED ?? Math.floor(Date.now() / 1000));
const round = Math.floor(seed / RUNS);
const ROLES: readonly (Role | null)[] = [null, 'person', 'student', 'subscriber', 'admin'];

const site = await startSite();
const browser = await startBrowser();
const places = listPlaces(await fillSite(site));

/** Chooses one place of each screen of a run. An action on a page that is inspected anyway comes every fourth time. */
function choose(run: number): Place[] {
  const plain = new Set(places.filter(({ action }) => !action).map(({ path }) => path));
  const screens = Map.groupBy(places, screenOf);
  return [...screens.values()].flatMap((some, at) => {
    const isRare = some.every(({ action, path }) => action && plain.has(path));
    const chosen = some[round % some.length];
    if (chosen === undefined || at % RUNS !== run) return [];
    return isRare && (round + Math.floor(at / RUNS)) % 4 > 0 ? [] : [chosen];
  });
}

const chosen = choose(seed % RUNS);

/** Lists the tasks of a role: in one language, which is a setting of its account; widths and themes in turn. */
function tasksOf(role: Role | null, place: number, width: CrawlLook['width']): Task[] {
  const language = LANGUAGES[(round + place) % LANGUAGES.length] ?? 'tr';
  const own = chosen.filter((one) => one.role === role);
  return own
    .map((one, at) => ({ one, turn: round + at }))
    .filter(({ turn }) => turn % 2 === (width === 390 ? 0 : 1))
    .map(({ one, turn }) => {
      const theme = Math.floor(turn / 2) % 2 === 0 ? 'dark' : 'light';
      return { place: one, looks: [{ width, theme, language }] };
    });
}

test('every page of the table is inspected in this run or in one of the next three', (t) => {
  t.diagnostic(`SEED=${seed}: ${chosen.length} of ${places.length} places`);
  const runs = Array.from({ length: RUNS }, (_, run) => choose(run));
  const seen = new Set(runs.flat().map(({ path }) => path));
  const missing = PAGES.filter(({ path }) => !seen.has(path)).map(({ path }) => path);
  assert.deepEqual(missing, []);
});

for (const [place, role] of ROLES.entries()) {
  test(`every page that ${role ?? 'a guest'} opens is without faults`, async () => {
    const seen: Seen[] = [];
    const journeys = ([1440, 390] as const).map((width) =>
      crawl(browser, site, tasksOf(role, place, width), { pictures: false }, (one) =>
        seen.push(one),
      ),
    );
    await Promise.all(journeys);
    assert.deepEqual(seen.flatMap(describeFindings), [], `SEED=${seed}`);
  });
}
