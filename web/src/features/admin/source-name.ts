import { useTranslation } from '../../i18n/index.ts';

/** Returns the function that names a source of prices; a connector keeps its own name. */
export function useSourceName(): (source: string) => string {
  const { t } = useTranslation('adminMarket');
  return (source) =>
    source === 'simulated' || source === 'file' ? t(`symbols.${source}`) : source;
}
