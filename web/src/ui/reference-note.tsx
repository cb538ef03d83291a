import { isReference } from '@rasat/contract';
import { lazy, Suspense } from 'react';
import type { SymbolEntry } from '../api/calls/market.ts';
import { loadTexts } from '../i18n/index.ts';

// The words are loaded where a daily rate is shown, so that other pages do not carry them.
const loadWords = async () => {
  const [words] = await Promise.all([import('./reference-words.tsx'), loadTexts('reference')]);
  return words;
};
const Panel = lazy(async () => ({ default: (await loadWords()).NoAnalysisPanel }));
const Line = lazy(async () => ({ default: (await loadWords()).NoAnalysisLine }));
const Lines = lazy(async () => ({ default: (await loadWords()).NoAnalysisLines }));

/** The fields of a symbol that say whose daily rate it has. */
export type ReferenceSymbol = Pick<SymbolEntry, 'symbol' | 'source'>;

/** Shows where the analysis of a symbol would stand that it has a daily rate of a bank and no analysis. */
export function NoAnalysis({ entry }: { readonly entry: ReferenceSymbol }) {
  return (
    <Suspense fallback={null}>
      <Panel {...entry} />
    </Suspense>
  );
}

/** Says in one line that a symbol has a daily rate of a bank and no analysis. */
export function NoAnalysisWords({ entry }: { readonly entry: ReferenceSymbol }) {
  return (
    <Suspense fallback={null}>
      <Line {...entry} />
    </Suspense>
  );
}

/** Shows below a list which of its symbols have daily rates of a bank and no analysis; nothing without any. */
export function NoAnalysisNote({
  symbols,
  className,
}: {
  readonly symbols: readonly SymbolEntry[];
  readonly className?: string;
}) {
  const rates = symbols.filter(({ delay }) => isReference(delay));
  if (rates.length === 0) return null;
  return (
    <div className={className}>
      <Suspense fallback={null}>
        <Lines symbols={rates} />
      </Suspense>
    </div>
  );
}
