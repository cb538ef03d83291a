import { useFormats, useTranslation } from '../../../i18n/index.ts';
import type { ToldAction } from './calls.ts';
import { ratioOf } from './split-ratio.ts';

/** Returns the function that says what a split or rename does: `Split, 4 for 1`. */
export function useActionTerms(): (action: Pick<ToldAction, 'factor' | 'to'>) => string {
  const { t } = useTranslation('adminMarket');
  const { count, number } = useFormats();
  const shares = (value: number): string =>
    Number.isInteger(value) ? count(value) : number(value, 4);
  return ({ factor, to }) => {
    if (factor === null) return t('actions.rename', { to: to ?? '' });
    const { fresh, old } = ratioOf(factor);
    const ratio = { fresh: shares(fresh), old: shares(old) };
    return t(factor < 1 ? 'actions.reverse' : 'actions.split', ratio);
  };
}
