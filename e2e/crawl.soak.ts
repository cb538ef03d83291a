import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { LANGUAGES } from '@rasat/contract';
import { type CrawlLook, crawl, describeFindings, type Seen, type Task } from './crawl/crawl.ts';
import { fillSite } from './crawl/data.ts';
import { listPlaces } from './crawl/places.ts';
import { writeSheets } from './crawl/sheet.ts';
import { startBrowser } from './fixtures.ts';
import { type Role, startSite } from './site.ts';

// Inspects every address of every role in both themes, at both widths, in each language, and writes sheets of pictures
// to `CRAWL_SHEETS` or to a new temporary folder. `CRAWL_ONLY` names roles, languages and widths.

const ROLES: readonly (Role | null)[] = [null, 'person', 'student', 'subscriber', 'admin'];
const WIDTHS = [1440, 390] as const;
const only = (process.env.CRAWL_ONLY ?? '').split(/\s+/).filter((word) => word !== '');
const isWanted = (kinds: readonly string[], word: string): boolean => {
  const asked = only.filter((one) => kinds.includes(one));
  return asked.length === 0 || asked.includes(word);
};

const site = await startSite();
const browser = await startBrowser();
const data = await fillSite(site);
const places = listPlaces(data);
const folder = process.env.CRAWL_SHEETS ?? (await mkdtemp(path.join(tmpdir(), 'rasat-crawl-')));

const widths = WIDTHS.filter((width) => isWanted(['390', '1440'], String(width)));
for (const role of ROLES) {
  const name = role ?? 'guest';
  if (!isWanted(['guest', 'person', 'student', 'subscriber', 'admin'], name)) continue;
  for (const language of LANGUAGES) {
    if (!isWanted(LANGUAGES, language)) continue;
    test(`every address that ${name} may open is without faults in ${language}`, async (t) => {
      const seen: Seen[] = [];
      const journeys = widths.map((width) => {
        const looks: CrawlLook[] = [
          { width, theme: 'dark', language },
          { width, theme: 'light', language },
        ];
        const tasks = places
          .filter((place) => place.role === role)
          .map((place, at): Task => ({ place, looks: at % 2 === 0 ? looks : looks.toReversed() }));
        return crawl(browser, site, tasks, { pictures: true }, (one) => seen.push(one));
      });
      await Promise.all(journeys);
      for (const width of widths) {
        for (const theme of ['dark', 'light'] as const) {
          const some = seen.filter(({ look }) => look.width === width && look.theme === theme);
          await writeSheets(browser, some, folder, `${name}-${language}-${width}-${theme}`);
        }
      }
      t.diagnostic(`${name} in ${language}: ${seen.length} looks, pictures in ${folder}`);
      assert.deepEqual(seen.flatMap(describeFindings), []);
    });
  }
}
