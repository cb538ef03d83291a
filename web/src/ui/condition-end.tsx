import { useTranslation } from '../i18n/index.ts';
import { Tag } from './tag.tsx';

/** What ended a condition: -1 its stop, 2 its second target, 0 its time; null while it runs. */
export type ConditionEnd = -1 | 0 | 2 | null;

/** What ended a condition, in a word; null while it runs. */
export function useEndWord(ended: ConditionEnd): string | null {
  const { t } = useTranslation('words');
  if (ended === null) return null;
  return t(ended === -1 ? 'ended.stop' : ended === 2 ? 'ended.target' : 'ended.expiry');
}

/** What ended a condition, as a quiet tag; nothing while it runs. */
export function EndTag({ ended }: { readonly ended: ConditionEnd }) {
  const word = useEndWord(ended);
  return word === null ? null : <Tag>{word}</Tag>;
}
