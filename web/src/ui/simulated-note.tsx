import { useTranslation } from '../i18n/index.ts';
import { Tag } from './tag.tsx';

interface Sourced {
  readonly source: string;
}

/** Returns whether the prices of all or of some symbols are simulated; null for none. */
function findSimulated(symbols: readonly Sourced[]): 'all' | 'some' | null {
  const simulated = symbols.filter(({ source }) => source === 'simulated').length;
  if (simulated === 0) return null;
  return simulated === symbols.length ? 'all' : 'some';
}

/** Shows a sentence when prices of all or of some of these symbols are simulated. */
export function SimulatedNote({ symbols }: { readonly symbols: readonly Sourced[] }) {
  const { t } = useTranslation('shell');
  const simulated = findSimulated(symbols);
  if (simulated === null) return null;
  return <span>{t(simulated === 'all' ? 'simulated' : 'simulatedSome')}</span>;
}

/** Shows a label beside the title of a page whose first view has simulated prices; the sentence is its tooltip. */
export function SimulatedTag({ symbols }: { readonly symbols: readonly Sourced[] }) {
  const { t } = useTranslation(['words', 'shell']);
  const simulated = findSimulated(symbols);
  if (simulated === null) return null;
  return (
    <span title={t(simulated === 'all' ? 'shell:simulated' : 'shell:simulatedSome')}>
      <Tag tone="warn">{t(simulated === 'all' ? 'words:simulated' : 'words:simulatedSome')}</Tag>
    </span>
  );
}
