import { useTranslation } from '../../i18n/index.ts';
import { Tag } from '../../ui/tag.tsx';
import { ForecastResult, ForecastUntil, SealedForecast, TrialTag } from './forecast-parts.tsx';
import type { RecordRow } from './row-calls.ts';
import { StateTag } from './row-parts.tsx';
import { CardHead, Pair } from './rows-cards.tsx';
import { useRowWords } from './use-row-words.ts';

/** Renders forecasts of the record as cards, for a phone. */
export function ForecastsCards({ rows }: { readonly rows: readonly RecordRow[] }) {
  const { t } = useTranslation('record');
  return (
    <ul aria-label={t('rows.caption')}>
      {rows.map((row) => (
        <Card key={row.seq} row={row} />
      ))}
    </ul>
  );
}

function Card({ row }: { readonly row: RecordRow }) {
  const { t } = useTranslation('record');
  const words = useRowWords();
  return (
    <li className="border-b border-line-soft px-3 pt-1 pb-3 last:border-0">
      <CardHead row={row} />
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
        <span>{words.signal(row)}</span>
        <TrialTag row={row} />
        <StateTag state={row.state} />
        {row.sealed ? <Tag tone="new">{t('row.sealed')}</Tag> : null}
      </div>
      {row.sealed ? (
        <p className="mt-1.5 text-12 text-ink-3">
          <SealedForecast setup={row.setup} />
        </p>
      ) : null}
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        {row.sealed ? null : (
          <>
            <Pair name={t('forecast.until')}>
              <ForecastUntil row={row} />
            </Pair>
            <Pair name={t('row.came')} end>
              <ForecastResult row={row} />
            </Pair>
          </>
        )}
        <Pair name={t('row.origin')}>
          <span className="text-12 text-ink-2">{words.origin(row)}</span>
        </Pair>
      </dl>
    </li>
  );
}
