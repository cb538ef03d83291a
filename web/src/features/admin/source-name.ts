import { vendorName } from '@rasat/contract';
import { useTranslation } from '../../i18n/index.ts';

/** Returns the function that names a source of prices; a vendor keeps its own name. */
export function useSourceName(): (source: string) => string {
  const { t } = useTranslation('adminMarket');
  return (source) =>
    source === 'simulated' || source === 'file' ? t(`symbols.${source}`) : vendorName(source);
}
