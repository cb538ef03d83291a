import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import type { Seen } from './crawl.ts';
import { describePlace } from './places.ts';

/** Number of pictures on a sheet. */
const ON_A_SHEET = 12;
/** Width of a picture on its sheet in pixels, and number of columns. */
const GRIDS = { 1440: { width: 720, columns: 4 }, 390: { width: 390, columns: 6 } } as const;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function layOut(seen: readonly Seen[], width: keyof typeof GRIDS): string {
  const grid = GRIDS[width];
  const figures = seen.map(({ place, findings, picture }) => {
    const data = picture?.toString('base64') ?? '';
    const count = findings.length === 0 ? '' : ` · ${findings.length} findings`;
    return `<figure><figcaption>${escaped(describePlace(place))}${count}</figcaption>
      <img src="data:image/jpeg;base64,${data}" width="${grid.width}"></figure>`;
  });
  return `<!doctype html><style>
    body { margin: 16px; background: #808080; font: 14px sans-serif }
    main { display: grid; gap: 16px; grid-template-columns: repeat(${grid.columns}, ${grid.width}px); align-items: start }
    figure { margin: 0 } figcaption { padding: 4px; background: #fff; overflow-wrap: anywhere }
    img { display: block }
    </style><main>${figures.join('')}</main>`;
}

/** Writes pictures of one width to sheets of twelve with captions, `name-1.png` and on. Returns the files. */
export async function writeSheets(
  browser: Browser,
  seen: readonly Seen[],
  folder: string,
  name: string,
): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  for (let at = 0; at < seen.length; at += ON_A_SHEET) {
    const some = seen.slice(at, at + ON_A_SHEET);
    const width = some[0]?.look.width ?? 1440;
    const grid = GRIDS[width];
    const viewport = { width: grid.columns * (grid.width + 16) + 16, height: 800 };
    const page = await browser.newPage({ viewport });
    await page.setContent(layOut(some, width), { waitUntil: 'load' });
    const file = path.join(folder, `${name}-${at / ON_A_SHEET + 1}.png`);
    await writeFile(file, await page.screenshot({ fullPage: true }));
    await page.close();
    files.push(file);
  }
  return files;
}
