import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { anchorOf } from './rules-page.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/** The anchors of a page's headings. */
function listAnchors(page: string): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

test('every link of a page leads to a file of the project, and to a heading of it', () => {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '*.md'], { cwd: ROOT, encoding: 'utf8' });
  const pages = stdout.split('\0').filter((file) => file !== '' && existsSync(`${ROOT}/${file}`));
  assert.ok(pages.includes('ARCHITECTURE.md'), 'the pages were found');
  const broken: string[] = [];
  let links = 0;
  for (const page of pages) {
    const text = readFileSync(path.join(ROOT, page), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      links += 1;
      const [file = '', anchor] = target.split('#');
      const to = file === '' ? page : path.join(path.dirname(page), file);
      const place = path.join(ROOT, to);
      if (!existsSync(place)) broken.push(`${page}: ${target} is not there`);
      else if (anchor !== undefined && !listAnchors(readFileSync(place, 'utf8')).includes(anchor)) {
        broken.push(`${page}: ${target} is no heading`);
      }
    }
  }
  assert.ok(links > 200, `${links} links were found`);
  assert.deepEqual(broken, []);
});
