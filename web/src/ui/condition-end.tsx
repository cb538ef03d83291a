import { useTranslation } from '../i18n/index.ts';
import { Tag } from './tag.tsx';

/** How a condition ended: -1 stop, 2 second target, 0 expired; null while it is active. */
export type ConditionEnd = -1 | 0 | 2 | null;

/** Returns how a condition ended, as a word; null while it is active. */
export function useEndWord(ended: ConditionEnd): string | null {
  const { t } = useTranslation('words');
  if (ended === null) return null;
  return t(ended === -1 ? 'ended.stop' : ended === 2 ? 'ended.target' : 'ended.expiry');
}

/** Shows how a condition ended, as a tag; nothing while it is active. */
export function EndTag({ ended }: { readonly ended: ConditionEnd }) {
  const word = useEndWord(ended);
  return word === null ? null : <Tag>{word}</Tag>;
}
