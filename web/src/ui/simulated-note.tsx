import { useTranslation } from '../i18n/index.ts';

/** Says that prices are made up, when those of all or of some of these symbols are. */
export function SimulatedNote({
  symbols,
}: {
  readonly symbols: readonly { readonly source: string }[];
}) {
  const { t } = useTranslation('shell');
  const simulated = symbols.filter(({ source }) => source === 'simulated').length;
  if (simulated === 0) return null;
  return <span>{simulated === symbols.length ? t('simulated') : t('simulatedSome')}</span>;
}
