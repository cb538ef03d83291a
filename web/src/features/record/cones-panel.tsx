import type { ConeSetup } from '@rasat/engine';
import { CONE_SHARES } from '@rasat/engine';
import { useTranslation } from '../../i18n/index.ts';
import { Panel } from '../../ui/panel.tsx';
import { shareRangeOf } from '../../ui/share-range.ts';
import { Empty } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useDesktop } from '../../ui/use-media.ts';
import type { ConesFigures, Measured } from './calibration-figures.ts';
import { useCalibrationWords } from './calibration-words.ts';
import { clipInterval } from './interval-geometry.ts';
import { createScale } from './scale.ts';

/** Cones that are recorded on trial. */
const TRIAL: ConeSetup = 'cone.4w';
/** The share whose figures are said as a sentence: 80 %. */
const [, SAID] = CONE_SHARES;

/** Size of the drawing of a share, and the distance of its ends from what the cone says. */
const [WIDTH, PHONE_WIDTH, HEIGHT, REACH] = [112, 72, 18, 0.1] as const;

/** Renders how many paths stayed between the edges of each cone, beside how many should. */
export function ConesPanel({ cones }: { readonly cones: readonly ConesFigures[] }) {
  const { t } = useTranslation('calibration');
  return (
    <Panel
      title={t('cones.title')}
      meta={<span className="lbl min-w-0 leading-ui max-tab:sr-only">{t('cones.meta')}</span>}
    >
      {cones.length === 0 ? (
        <Empty title={t('cones.none')} text={t('none.text')} />
      ) : (
        <>
          <Sentences cones={cones} />
          <ConesTable cones={cones} />
          <p className="px-3 py-2.5 text-12 leading-ui text-ink-3">{t('cones.hint')}</p>
        </>
      )}
    </Panel>
  );
}

function Sentences({ cones }: Parameters<typeof ConesPanel>[0]) {
  const { t } = useTranslation(['calibration', 'record']);
  const { formats, of100 } = useCalibrationWords();
  return (
    <ul className="num grid gap-1 px-3 pt-3 pb-2 leading-mid whitespace-normal">
      {cones.map(({ group, figures: { n, inside } }) => {
        const seen = inside[CONE_SHARES.indexOf(SAID)];
        return seen ? (
          <li key={group}>
            {t('cones.sentence', {
              promised: t(`record:forecast.of100.${group}`, { share: formats.count(SAID * 100) }),
              inside: of100(seen.value),
              n: formats.count(n),
            })}
            {group === TRIAL ? <Tag className="ml-1.5">{t('record:forecast.trial')}</Tag> : null}
          </li>
        ) : null;
      })}
    </ul>
  );
}

function ConesTable({ cones }: Parameters<typeof ConesPanel>[0]) {
  const { t } = useTranslation(['calibration', 'record']);
  const { formats, of100, of100Range, cone: nameOf, why } = useCalibrationWords();
  const head = 'h-7.5 border-b border-line px-2 text-11 font-med text-ink-3';
  const cell = 'num h-8 border-b border-line-soft px-2 whitespace-nowrap';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section aria-label={t('cones.meta')} tabIndex={0} className="scroll-x relative">
      <table className="w-full border-collapse text-12">
        <caption className="sr-only">{t('cones.meta')}</caption>
        <thead>
          <tr>
            <th scope="col" className={`${head} pl-3 text-left`}>
              {t('columns.promised')}
            </th>
            <th scope="col" className={`${head} text-right`}>
              {t('columns.inside')}
            </th>
            <th scope="col" className={`${head} text-right`}>
              {t('record:columns.range')}
            </th>
            <th scope="col" className={`${head} pr-3 text-right`}>
              <span className="sr-only">{t('columns.drawn')}</span>
            </th>
          </tr>
        </thead>
        {cones.map(({ group, figures: { n, weeks, inside } }) => (
          <tbody key={group}>
            <tr>
              <th
                scope="rowgroup"
                colSpan={4}
                className="num h-8 border-b border-line-soft bg-s2 px-3 py-1.5 text-left font-semi whitespace-normal"
              >
                {t('cones.caption', { cone: nameOf(group), n: formats.count(n) })}
                {group === TRIAL ? <Tag className="ml-2">{t('record:forecast.trial')}</Tag> : null}
                {inside.every(({ halfWidth }) => halfWidth === null) ? (
                  <span className="ml-2 font-reg text-ink-3">{why(weeks)}</span>
                ) : null}
              </th>
            </tr>
            {inside.map((seen, at) => {
              const share = CONE_SHARES[at] ?? 0;
              return (
                <tr key={share}>
                  <th scope="row" className={`${cell} pl-3 text-left font-reg`}>
                    {formats.count(share * 100)}
                  </th>
                  <td className={`${cell} text-right`}>{of100(seen.value)}</td>
                  <td className={`${cell} text-right`}>
                    {seen.halfWidth === null ? t('noInterval') : of100Range(seen)}
                  </td>
                  <td className={`${cell} pr-3`}>
                    <Difference share={share} seen={seen} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        ))}
      </table>
    </section>
  );
}

/** Draws a share beside what its cone says, ten points to both sides; the figures are in the row. */
function Difference({ share, seen }: { readonly share: number; readonly seen: Measured }) {
  const domain = [share - REACH, share + REACH] as const;
  const width = useDesktop() ? WIDTH : PHONE_WIDTH;
  const place = createScale(domain, 4, width - 4);
  const range = shareRangeOf(seen);
  const span = range && clipInterval(range.low, range.high, domain);
  const at = Math.min(Math.max(seen.value, domain[0]), domain[1]);
  const middle = HEIGHT / 2;
  return (
    <svg width={width} height={HEIGHT} aria-hidden="true" fill="none" className="ml-auto block">
      <path d={`M0 ${middle}H${width}`} stroke="var(--chart-grid)" />
      <path d={`M${place(share)} 1V${HEIGHT - 1}`} stroke="var(--brass)" strokeWidth="2" />
      {span ? (
        <path
          d={`M${place(span.low)} ${middle}H${place(span.high)}`}
          stroke="var(--text)"
          strokeWidth="1.5"
        />
      ) : null}
      <circle
        cx={place(at)}
        cy={middle}
        r="4"
        fill={span ? 'var(--text)' : 'var(--s1)'}
        stroke={span ? 'var(--s1)' : 'var(--text)'}
        strokeWidth="1.5"
      />
    </svg>
  );
}
