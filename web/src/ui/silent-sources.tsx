import type { SilentSource } from '@rasat/contract';
import { useTranslation } from '../i18n/index.ts';
import { useStaleMoment } from './price-source.tsx';
import { useSourceWords } from './use-source-words.ts';

/** Shows below a header which sources send no prices, and when their last ones came. */
export function SilentSources({ sources }: { readonly sources: readonly SilentSource[] }) {
  const { t } = useTranslation('shell');
  const { name } = useSourceWords();
  const moment = useStaleMoment();
  if (sources.length === 0) return null;
  return (
    <div role="status" className="flex-none print:hidden">
      {sources.map(({ source, since }) => (
        <p
          key={source}
          className="border-b border-bad-line bg-bad-bg px-6 py-2 leading-mid max-desk:px-3"
        >
          {t('silent', { source: name(source), time: moment(since) })}
        </p>
      ))}
    </div>
  );
}
