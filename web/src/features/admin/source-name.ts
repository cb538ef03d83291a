import { useTranslation } from '../../i18n/index.ts';

/** What a source of prices is called; a connector has a name of its own. */
export function useSourceName(): (source: string) => string {
  const { t } = useTranslation('adminMarket');
  return (source) =>
    source === 'simulated' || source === 'file' ? t(`symbols.${source}`) : source;
}
