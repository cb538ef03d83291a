import { DAY_MS } from '@rasat/engine';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { formatSpan } from '../../../i18n/measures.ts';
import type { Source } from './source-state.ts';

const NAMED_CATEGORIES = 2;

/** Returns the function that describes a source: its categories, the kind of its ticks and its licence. */
export function useSourceFacts(): (source: Source) => string {
  const { t } = useTranslation(['adminMarket', 'words']);
  return ({ categories, ticks, licence, delay }) => {
    const named =
      categories.length > NAMED_CATEGORIES
        ? t('feeds.categories', { count: categories.length })
        : categories.map((one) => t(`words:category.${one}`)).join(', ');
    const kind = t(delay.class === 'simulated' ? 'feeds.invented' : `feeds.ticks.${ticks}`);
    const facts = [named, kind, licence === null ? '' : t(`feeds.licence.${licence}`)];
    return facts.filter((fact) => fact !== '').join(' · ');
  };
}

/** Returns the function that writes how long ago something was: `1,2 s önce`; after a day its moment. */
export function useAgo(nowMs: number): (timeMs: number | null) => string {
  const { t } = useTranslation('adminMarket');
  const { language, moment } = useFormats();
  return (timeMs) => {
    if (timeMs === null) return t('feeds.never');
    const span = nowMs - timeMs;
    return span > DAY_MS ? moment(timeMs) : t('feeds.ago', { span: formatSpan(language, span) });
  };
}
