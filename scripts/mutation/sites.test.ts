import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyMutant, listMutants } from './sites.ts';

const SOURCE = `type Size = 1 | 2;
export function send(a: number, list: string[]): string {
  if (a < 3) note(a, list);
  return a === 0 ? t('yes') : t('no');
}
`;

test('each place of a source is changed in its own way, and no type is', () => {
  const changed = listMutants('a.ts', SOURCE).map((one) => {
    const line = applyMutant(SOURCE, one).split('\n')[one.line - 1]?.trim();
    return `${one.kind}: ${line}`;
  });
  assert.deepEqual(
    changed.toSorted(),
    [
      'arguments swapped: if (a < 3) note(list, a);',
      'call dropped: if (a < 3) ;',
      "comparison shifted: return a !== 0 ? t('yes') : t('no');",
      'comparison shifted: if (a <= 3) note(a, list);',
      "condition negated: return !(a === 0) ? t('yes') : t('no');",
      'condition negated: if (!(a < 3)) note(a, list);',
      'constant changed: if (a < (3 * 2 + 1)) note(a, list);',
      "constant changed: return a === 1 ? t('yes') : t('no');",
      "text key swapped: return a === 0 ? t('no') : t('no');",
      "text key swapped: return a === 0 ? t('yes') : t('yes');",
    ].toSorted(),
  );
});
