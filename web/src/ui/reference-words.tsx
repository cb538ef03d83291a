import { vendorName } from '@rasat/contract';
import { useTranslation } from '../i18n/index.ts';
import type { ReferenceSymbol } from './reference-note.tsx';
import { Empty } from './states.tsx';

/** Shows that the symbol of a page has a daily rate of a bank and no analysis, and why. */
export function NoAnalysisPanel({ source }: ReferenceSymbol) {
  const { t } = useTranslation('reference');
  return (
    <section className="rounded-3 border border-line bg-s1">
      <Empty level={2} title={t('title', { bank: vendorName(source) })} text={t('text')} />
    </section>
  );
}

/** Shows in one line that a symbol has a daily rate of a bank and no analysis. */
export function NoAnalysisLine({ source }: ReferenceSymbol) {
  const { t } = useTranslation('reference');
  return t('title', { bank: vendorName(source) });
}

/** Shows which symbols of a list have daily rates of a bank and no analysis, a line for each bank. */
export function NoAnalysisLines({ symbols }: { readonly symbols: readonly ReferenceSymbol[] }) {
  const { t } = useTranslation('reference');
  const banks = Map.groupBy(symbols, ({ source }) => source);
  return (
    <ul className="text-12 leading-mid text-ink-3">
      {Array.from(banks, ([source, own]) => (
        <li key={source}>
          {t('of', { symbols: own.map(({ symbol }) => symbol).join(', '), bank: vendorName(source) })}
        </li>
      ))}
    </ul>
  );
}
