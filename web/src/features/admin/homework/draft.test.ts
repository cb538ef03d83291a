import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addMark,
  changeMark,
  EMPTY_REVIEW,
  findReviewFault,
  type ReviewDraft,
  readReview,
  removeMark,
} from './draft.ts';

function marked(count: number): ReviewDraft {
  let draft: ReviewDraft = EMPTY_REVIEW;
  for (let at = 0; at < count; at += 1) draft = addMark(draft, at / 100, 0.5) ?? draft;
  return draft;
}

test('an image takes twenty marks, not one more', () => {
  const full = marked(20);
  assert.equal(full.marks.length, 20);
  assert.equal(addMark(full, 0.5, 0.5), null);
  assert.notEqual(addMark(removeMark(full, 7), 0.5, 0.5), null);
});

test('marks keep their ids when one is removed, and a new one gets a new id', () => {
  const draft = addMark(removeMark(marked(3), 2), 0.9, 0.9);
  assert.deepEqual(
    draft?.marks.map(({ id, x }) => [id, x]),
    [
      [1, 0],
      [3, 0.02],
      [4, 0.9],
    ],
  );
});

test('a mark never leaves the image', () => {
  const draft = changeMark(marked(1), 1, { x: -0.2, y: 1.7, text: 'edge' });
  assert.deepEqual(draft.marks, [{ id: 1, x: 0, y: 1, text: 'edge' }]);
});

test('every mark needs a remark, and a request for a fix a feedback', () => {
  assert.equal(findReviewFault(EMPTY_REVIEW, 'approved'), null);
  assert.deepEqual(findReviewFault(EMPTY_REVIEW, 'fix'), { at: 'feedback', fault: 'missing' });
  assert.deepEqual(findReviewFault({ feedback: ' \n', marks: [] }, 'fix'), {
    at: 'feedback',
    fault: 'missing',
  });
  assert.deepEqual(findReviewFault(marked(2), 'approved'), { at: 'mark', id: 1 });
  const said = changeMark(marked(1), 1, { text: 'the middle line' });
  assert.equal(findReviewFault(said, 'approved'), null);
  assert.deepEqual(findReviewFault(changeMark(said, 1, { text: 'a'.repeat(301) }), 'approved'), {
    at: 'mark',
    id: 1,
  });
  assert.equal(
    findReviewFault(changeMark(said, 1, { text: ` ${'a'.repeat(300)} ` }), 'fix')?.at,
    'feedback',
  );
  assert.equal(findReviewFault({ feedback: ` ${'a'.repeat(4999)} `, marks: [] }, 'fix'), null);
  assert.deepEqual(findReviewFault({ feedback: 'a'.repeat(5000), marks: [] }, 'approved'), {
    at: 'feedback',
    fault: 'long',
  });
});

test('a kept review comes back as it was; what is none does not', () => {
  const draft = { ...changeMark(marked(2), 2, { text: 'b' }), feedback: 'good' };
  assert.deepEqual(readReview(JSON.parse(JSON.stringify(draft))), draft);
  for (const odd of [null, 7, 'x', {}, { feedback: 1, marks: [] }, { feedback: '' }]) {
    assert.equal(readReview(odd), null);
  }
  const whole = { id: 1, x: 0.5, y: 0.5, text: '' };
  const broken = Object.keys(whole).map((key) => ({ ...whole, [key]: null }));
  assert.deepEqual(readReview({ feedback: '', marks: [7, null, ...broken] }), EMPTY_REVIEW);
  assert.equal(readReview({ feedback: '', marks: Array(21).fill(whole) })?.marks.length, 20);
  // A place is kept to a ten-thousandth of the image.
  const fine = readReview({ feedback: '', marks: [{ ...whole, x: 0.123_46, y: -1 }] });
  assert.deepEqual(fine?.marks[0], { ...whole, x: 0.1235, y: 0 });
});
