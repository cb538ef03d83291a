import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { formatSpan } from '../../../i18n/measures.ts';
import { computeAgeLine } from './age-line.ts';
import { ageOf, hourOf, type Source } from './source-state.ts';

const WIDTH = 120;
const HEIGHT = 24;

/** Renders the ages of a source's prices in the last hour as a line, with its limit dashed. */
export function AgeSpark({ source, nowMs }: { readonly source: Source; readonly nowMs: number }) {
  const { t } = useTranslation('adminMarket');
  const { language } = useFormats();
  const ages = hourOf(source, nowMs);
  const known = ages.filter((age) => age !== null);
  const { delay, limit } = source;
  const line = computeAgeLine(ages, { delayMs: delay.ms, limitMs: limit }, WIDTH, HEIGHT);
  const said =
    known.length === 0
      ? t('feeds.hourNone')
      : t('feeds.hourSaid', {
          least: formatSpan(language, Math.min(...known)),
          most: formatSpan(language, Math.max(...known)),
        });
  return (
    <svg
      role="img"
      aria-label={said}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      fill="none"
    >
      <title>{said}</title>
      {line.limitY === null ? null : (
        <path
          d={`M0 ${line.limitY.toFixed(1)}H${WIDTH}`}
          stroke="var(--brass)"
          strokeDasharray="2 3"
        />
      )}
      <path
        d={line.d}
        stroke={ageOf(source, nowMs).isOver ? 'var(--bad)' : 'var(--text-2)'}
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
