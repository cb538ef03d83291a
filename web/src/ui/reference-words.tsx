import { type Reply, type ROUTES, vendorName } from '@rasat/contract';
import { useTranslation } from '../i18n/index.ts';
import { Empty } from './states.tsx';

/** The fields of a symbol that say whose daily rate it has. */
export type ReferenceSymbol = Pick<Reply<typeof ROUTES.symbols>[number], 'symbol' | 'source'>;

/**
 * Says that symbols have daily rates of banks and no analysis: of the first symbol in one line or, with the reason, in a
 * panel; of a list in a line for each bank.
 */
export function ReferenceWords({
  symbols,
  look,
}: {
  readonly symbols: readonly ReferenceSymbol[];
  readonly look: 'line' | 'panel' | 'list';
}) {
  const { t } = useTranslation('reference');
  const title = t('title', { bank: vendorName(symbols[0]?.source ?? '') });
  if (look === 'line') return title;
  if (look === 'panel') {
    return (
      <section className="rounded-3 border border-line bg-s1">
        <Empty level={2} title={title} text={t('text')} />
      </section>
    );
  }
  const banks = Map.groupBy(symbols, ({ source }) => source);
  const lines = Array.from(banks, ([source, own]) => ({
    bank: vendorName(source),
    symbols: own.map(({ symbol }) => symbol).join(', '),
  }));
  return (
    <ul className="text-12 leading-mid text-ink-3">
      {lines.map((line) => (
        <li key={line.bank}>{t('of', line)}</li>
      ))}
    </ul>
  );
}
