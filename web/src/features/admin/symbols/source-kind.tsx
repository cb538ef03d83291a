import { useTranslation } from '../../../i18n/index.ts';
import { Segmented } from '../../../ui/segmented.tsx';

/** Where the bars of a symbol come from: a source that is on, or imported files. */
export type SourceKind = 'source' | 'file';

/** Renders the choice between an instrument of a source and imported files. */
export function SourceKindChoice({
  value,
  onChange,
}: {
  readonly value: SourceKind;
  readonly onChange: (kind: SourceKind) => void;
}) {
  const { t } = useTranslation('adminMarket');
  return (
    <Segmented
      label={t('symbols.source')}
      value={value}
      choices={[
        { value: 'source', label: t('symbols.fromSource') },
        { value: 'file', label: t('symbols.forFiles') },
      ]}
      onChange={onChange}
      className="justify-self-start"
    />
  );
}
