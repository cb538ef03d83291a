import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { findNotes, readRelease, tagRelease } from './release.ts';

const CHANGELOG = `# Changelog

## Unreleased

## [1.2.0] - 2026-11-27

### Added
- A thing.

## [1.1.0] - 2026-10-01

### Fixed
- Another one.
`;

/** A repository on main whose packages have one version, with everything committed. */
function makeRepository(t: TestContext) {
  const root = mkdtempSync(path.join(tmpdir(), 'rasat-release-'));
  t.after(() => rmSync(root, { recursive: true }));
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@t.test', ...args], {
      cwd: root,
      encoding: 'utf8',
    }).trim();
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  const commit = (): void => {
    git('add', '-A');
    git('commit', '--quiet', '--message', 'a commit');
  };
  git('init', '--quiet', '--initial-branch', 'main');
  for (const file of ['package.json', 'package-lock.json', 'web/package.json']) {
    write(file, JSON.stringify({ version: '1.2.0' }));
  }
  write('CHANGELOG.md', CHANGELOG);
  write('.gitignore', '.data\n');
  commit();
  return { root, git, write, commit };
}

test('the notes of a version end where the next one begins', () => {
  assert.equal(findNotes(CHANGELOG, '1.2.0'), '### Added\n- A thing.');
  assert.equal(findNotes(CHANGELOG, '1.1.0'), '### Fixed\n- Another one.');
  assert.equal(findNotes(CHANGELOG, '2.0.0'), null);
});

test('a release is tagged with its notes, once', (t) => {
  const { root, git } = makeRepository(t);
  git('config', 'user.name', 'T');
  git('config', 'user.email', 't@t.test');
  const release = readRelease(root);
  assert.equal(release.refusal, null);
  const file = tagRelease(root, release.version, release.notes);
  assert.equal(readFileSync(file, 'utf8'), '### Added\n- A thing.\n');
  assert.match(git('tag', '--list', '-n9', 'v1.2.0'), /### Added\s+- A thing\./);
  assert.equal(readRelease(root).refusal, 'v1.2.0 is there.');
});

test('what may not be released is refused in one sentence', (t) => {
  const { root, git, write, commit } = makeRepository(t);
  const refusal = () => readRelease(root).refusal;
  write('note.txt', 'a change');
  assert.equal(refusal(), 'The tree has changes.');
  commit();
  git('switch', '--quiet', '--create', 'other');
  assert.equal(refusal(), 'This is not main.');
  git('switch', '--quiet', 'main');
  write('web/package.json', JSON.stringify({ version: '1.1.0' }));
  commit();
  assert.equal(refusal(), 'web/package.json has another version than 1.2.0.');
  for (const file of ['package.json', 'package-lock.json', 'web/package.json']) {
    write(file, JSON.stringify({ version: '1.3.0' }));
  }
  commit();
  assert.equal(refusal(), 'CHANGELOG.md has no notes with a date for 1.3.0.');
});
