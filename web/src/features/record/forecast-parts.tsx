import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Tag } from '../../ui/tag.tsx';
import { listedResult, subjectOf } from './forecast-result.ts';
import type { RecordRow } from './row-calls.ts';
import { RowTime } from './row-parts.tsx';

/** Renders that a forecast is on trial; nothing for others. */
export function TrialTag({ row: { forecast } }: { readonly row: Pick<RecordRow, 'forecast'> }) {
  const { t } = useTranslation('record');
  return forecast?.trial ? <Tag tone="warn">{t('forecast.trial')}</Tag> : null;
}

/** Renders until when a forecast counts; a dash while it is sealed. */
export function ForecastUntil({
  row: { forecast },
}: {
  readonly row: Pick<RecordRow, 'forecast'>;
}) {
  const { moment } = useFormats();
  return forecast === null ? moment(null) : <RowTime timeMs={forecast.until} />;
}

/** Renders what came of a forecast in a list, or that it is not known yet; a dash for a void one. */
export function ForecastResult({ row }: { readonly row: RecordRow }) {
  const { t } = useTranslation('record');
  const { count, number, percent } = useFormats();
  if (row.state === 'open') {
    return <span className="text-ink-3">{t('forecast.pending')}</span>;
  }
  const result = listedResult(row);
  if (result === null) return <span className="text-ink-3">{number(null, 0)}</span>;
  if (result.of === 'cone') {
    const share = percent(result.share * 100, 0);
    return <span>{t(result.inside ? 'forecast.insideYes' : 'forecast.insideNo', { share })}</span>;
  }
  const { reached, all } = result;
  return (
    <span>{t('forecast.reached', { count: all, reached: count(reached), all: count(all) })}</span>
  );
}

/** Renders when a sealed forecast opens. */
export function SealedForecast({ setup }: Pick<RecordRow, 'setup'>) {
  const { t } = useTranslation('record');
  return t(`forecast.sealedShort.${subjectOf(setup)}`);
}
