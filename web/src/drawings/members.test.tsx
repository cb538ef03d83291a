import assert from 'node:assert/strict';
import test from 'node:test';
import type { Drawing } from '../charts/index.ts';
import type { Painted } from '../charts/scene/frame.ts';
import { box } from './box/kind.ts';
import type { DrawingButtons } from './drawing-buttons.ts';
import type { Description, DrawingKind } from './drawing-kind.ts';
import { gannButtons } from './gann/buttons.ts';
import { type Gann, gann } from './gann/kind.ts';
import { drawGann } from './gann/view.ts';
import type { DrawingKinds } from './kinds.ts';

// A missing case does not compile: the compiler refuses `@ts-expect-error` before a line without an error. The test run
// checks that each member was left out once.

function without<T extends object, M extends keyof T>(whole: T, member: M): Omit<T, M> {
  const rest: Partial<T> = { ...whole };
  delete rest[member];
  return rest as Omit<T, M>;
}

/** The members that were left out, each once. */
function leftOut(whole: object, tried: readonly object[]): string[] {
  return tried.flatMap((one) => Object.keys(whole).filter((member) => !(member in one)));
}

test('buttons without one of their members do not compile', () => {
  const check = (buttons: DrawingButtons): object => buttons;
  const tried = [
    // @ts-expect-error
    check(without(gannButtons, 'buttons')),
    // @ts-expect-error
    check(without(gannButtons, 'group')),
    // @ts-expect-error
    check(without(gannButtons, 'stripPlace')),
    // @ts-expect-error
    check(without(gannButtons, 'texts')),
    // @ts-expect-error
    check(without(gannButtons, 'key')),
    // @ts-expect-error
    check(without(gannButtons, 'missing')),
    // @ts-expect-error
    check(without(gannButtons, 'help')),
    // @ts-expect-error
    check(without(gannButtons, 'mark')),
  ];
  assert.deepEqual(leftOut(gannButtons, tried), Object.keys(gannButtons));
  const { texts } = gannButtons;
  const checkTexts = (some: DrawingButtons['texts']): object => some;
  const triedTexts = [
    // @ts-expect-error
    checkTexts(without(texts, 'full')),
    // @ts-expect-error
    checkTexts(without(texts, 'header')),
    // @ts-expect-error
    checkTexts(without(texts, 'strip')),
  ];
  assert.deepEqual(leftOut(texts, triedTexts), Object.keys(texts));
});

test('a kind without a way to be loaded, drawn, described or explained does not compile', () => {
  const check = (kind: DrawingKind<Gann>): object => kind;
  const tried = [
    // @ts-expect-error
    check(without(gann, 'load')),
    // @ts-expect-error
    check(without(gann, 'draw')),
    // @ts-expect-error
    check(without(gann, 'describe')),
    // @ts-expect-error
    check(without(gann, 'why')),
  ];
  assert.deepEqual(leftOut(gann, tried), Object.keys(gann));
  const description: Description = { legend: null, lines: {} };
  const checkDescription = (some: Description): object => some;
  const triedDescription = [
    // @ts-expect-error
    checkDescription(without(description, 'legend')),
    // @ts-expect-error
    checkDescription(without(description, 'lines')),
  ];
  assert.deepEqual(leftOut(description, triedDescription), Object.keys(description));
});

test('a drawing without hit targets, room on the scale, tags or paint does not compile', () => {
  const whole = drawGann('gann', [1], 0);
  const check = (drawing: Drawing): object => drawing;
  const tried = [
    // @ts-expect-error
    check(without(whole, 'id')),
    // @ts-expect-error
    check(without(whole, 'startMs')),
    // @ts-expect-error
    check(without(whole, 'targets')),
    // @ts-expect-error
    check(without(whole, 'runOf')),
    // @ts-expect-error
    check(without(whole, 'contains')),
    // @ts-expect-error
    check(without(whole, 'extent')),
    // @ts-expect-error
    check(without(whole, 'tagPrices')),
    // @ts-expect-error
    check(without(whole, 'paint')),
  ];
  assert.deepEqual(leftOut(whole, tried), Object.keys(whole));
  const painted: Painted = { passes: [], plates: [], tags: [] };
  const checkPainted = (some: Painted): object => some;
  const triedPainted = [
    // @ts-expect-error
    checkPainted(without(painted, 'passes')),
    // @ts-expect-error
    checkPainted(without(painted, 'plates')),
    // @ts-expect-error
    checkPainted(without(painted, 'tags')),
  ];
  assert.deepEqual(leftOut(painted, triedPainted), Object.keys(painted));
});

test('buttons without their kind do not compile, nor a kind for other boxes than those of its buttons', () => {
  const check = (kinds: DrawingKinds): object => kinds;
  const whole = {} as DrawingKinds;
  // @ts-expect-error
  check(without(whole, 'gann'));
  // @ts-expect-error
  check({ ...whole, gann: box });
  // @ts-expect-error
  check({ ...whole, box: gann });
  check(whole);
});
