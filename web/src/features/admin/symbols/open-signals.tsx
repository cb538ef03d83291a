import { useQuery } from '@tanstack/react-query';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { FormStatus } from '../../../ui/form.tsx';
import { openSignalsQuery } from './calls.ts';

/** Renders what happens to the open signals of the present history when it ends. */
export function OpenSignals({ symbol }: { readonly symbol: string }) {
  const { t } = useTranslation('adminMarket');
  const { count } = useFormats();
  const { data } = useQuery(openSignalsQuery(symbol));
  if (data?.signals === 0) return <p className="text-ink-2">{t('symbols.openNone')}</p>;
  return (
    <FormStatus kind="notice">
      {data === undefined
        ? t('symbols.openEnd')
        : `${t('symbols.openSignals', { signals: count(data.signals) })} ${t('symbols.openEnd')}`}
    </FormStatus>
  );
}
