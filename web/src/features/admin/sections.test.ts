import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGES } from '@rasat/contract';
import { findSection, SECTIONS } from './sections.ts';

test('every section has a page, and a page below it belongs to it', () => {
  const pages: readonly string[] = PAGES.map(({ path }) => path);
  for (const section of SECTIONS) {
    assert.ok(pages.includes(`/admin/${section}`), section);
    assert.equal(findSection(`/admin/${section}`), section);
    assert.equal(findSection(`/admin/${section}/X`), section);
  }
  for (const path of pages.filter((page) => page.startsWith('/admin/'))) {
    assert.notEqual(findSection(path), null, path);
  }
  for (const path of ['/admin', '/admin/nothing', '/dashboard', '/admin/peoples']) {
    assert.equal(findSection(path), null, path);
  }
});
