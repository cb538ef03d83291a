import { useMemo } from 'react';
import { useTranslation } from '../i18n/index.ts';

/** What sources of prices are called; a vendor's connector by its own name. */
export interface SourceWords {
  /** As a name beside other names: `Simulated`, `Imported by the operator`. */
  readonly name: (source: string) => string;
  /** Within a sentence: `simulated prices`, `prices imported by the operator`. */
  readonly prices: (source: string) => string;
}

/** The words of sources in the language on the screen. */
export function useSourceWords(): SourceWords {
  const { t } = useTranslation('words');
  return useMemo(() => {
    const keyOf = (source: string) =>
      source === 'simulated' || source === 'file' ? source : ('vendor' as const);
    return {
      name: (source) => t(`source.${keyOf(source)}`, { source }),
      prices: (source) => t(`pricesOf.${keyOf(source)}`, { source }),
    };
  }, [t]);
}
