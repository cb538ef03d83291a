import { isReference, type Reply, type ROUTES } from '@rasat/contract';
import { lazy, Suspense } from 'react';
import { loadTexts } from '../i18n/index.ts';
import type { ReferenceSymbol } from './reference-words.tsx';

// The words are loaded where a daily rate is shown, so that other pages do not carry them.
const Words = lazy(async () => {
  const [module] = await Promise.all([import('./reference-words.tsx'), loadTexts('reference')]);
  return { default: module.ReferenceWords };
});

/** Says where the analysis of a symbol would stand that it has a daily rate of a bank and no analysis. */
export function NoAnalysis({
  entry,
  look,
}: {
  readonly entry: ReferenceSymbol;
  readonly look: 'line' | 'panel';
}) {
  return (
    <Suspense fallback={null}>
      <Words symbols={[entry]} look={look} />
    </Suspense>
  );
}

/** Says below a list which of its symbols have daily rates of a bank and no analysis; nothing without any. */
export function NoAnalysisNote({
  symbols,
  className,
}: {
  readonly symbols: Reply<typeof ROUTES.symbols>;
  readonly className?: string;
}) {
  const rates = symbols.filter(({ delay }) => isReference(delay));
  if (rates.length === 0) return null;
  return (
    <div className={className}>
      <Suspense fallback={null}>
        <Words symbols={rates} look="list" />
      </Suspense>
    </div>
  );
}
