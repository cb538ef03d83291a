import { vendorName } from '@rasat/contract';
import { useMemo } from 'react';
import { useTranslation } from '../i18n/index.ts';

/** Names of price sources; a vendor's connector has its own name. */
export interface SourceWords {
  /** The name in a list: `Simulated`, `Imported by the operator`. */
  readonly name: (source: string) => string;
  /** The name within a sentence: `simulated prices`, `prices imported by the operator`. */
  readonly prices: (source: string) => string;
}

/** Returns the names of price sources in the interface language. */
export function useSourceWords(): SourceWords {
  const { t } = useTranslation('words');
  return useMemo(() => {
    const keyOf = (source: string) =>
      source === 'simulated' || source === 'file' ? source : ('vendor' as const);
    return {
      name: (source) => t(`source.${keyOf(source)}`, { source: vendorName(source) }),
      prices: (source) => t(`pricesOf.${keyOf(source)}`, { source: vendorName(source) }),
    };
  }, [t]);
}
