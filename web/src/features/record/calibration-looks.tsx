import { CONE_SHARES } from '@rasat/engine';
import { LOOK_BINS, LOOK_CONES } from '@rasat/ledger';
import { useTranslation } from '../../i18n/index.ts';
import type { CalibrationLook } from './calibration-figures.ts';
import { useCalibrationWords } from './calibration-words.ts';
import type { RecordCalibration } from './calls.ts';

/** The share of the cones that is looked at. */
const [, LOOK_SHARE] = CONE_SHARES;

const HEAD = 'h-7 pr-5 text-left text-11 font-med text-ink-3';
const CELL = 'num border-t border-line-soft py-1.5 pr-5 align-top whitespace-normal';

/** Renders what is registered to be looked at, with the figures of the looks taken and the days of the others. */
export function CalibrationLooks({
  calibration: { looks, coming },
}: {
  readonly calibration: RecordCalibration;
}) {
  const { t } = useTranslation('calibration');
  const { formats, bin, errorShort, skillShort, of100Short } = useCalibrationWords();
  const none = formats.number(null, 0);
  const percent = formats.percent(LOOK_SHARE * 100, 0);
  const widthOf = (z: number) =>
    t('looks.z', { z: formats.number(z, Number.isInteger(z) ? 0 : 2) });
  const questions: readonly (readonly [name: string, read: (look: CalibrationLook) => string])[] = [
    [t('looks.primary'), ({ error }) => (error ? errorShort(error) : none)],
    [t('looks.n'), ({ n }) => formats.count(n)],
    ...LOOK_BINS.map(
      ({ from, before }, at) =>
        [
          t('looks.bin', { bin: bin(from * 10, before * 10) }),
          ({ bins }: CalibrationLook) => {
            const error = bins[at];
            return error ? errorShort(error) : none;
          },
        ] as const,
    ),
    ...LOOK_CONES.map(
      (group) =>
        [
          t(`looks.cone.${group}`, { share: percent }),
          ({ cones }: CalibrationLook) => {
            const cone = cones.find((each) => each.group === group);
            return cone
              ? `${of100Short(cone.inside)}, ${t('n', { n: formats.count(cone.n) })}`
              : none;
          },
        ] as const,
    ),
    [t('looks.skill'), ({ skill }) => (skill ? skillShort(skill) : none)],
  ];
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section aria-label={t('looks.caption')} tabIndex={0} className="scroll-x relative">
        <table className="mt-2.5 border-collapse text-12">
          <caption className="pb-1 text-left text-12 font-semi">{t('looks.caption')}</caption>
          <thead>
            <tr>
              <th scope="col" className={`${HEAD} align-bottom`}>
                {t('looks.question')}
              </th>
              {looks.map(({ weeks, z, taken }) => (
                <LookHead
                  key={weeks}
                  weeks={weeks}
                  width={widthOf(z)}
                  when={t('looks.taken', { date: formats.date(taken) })}
                />
              ))}
              {coming.map(({ weeks, z, due }) => (
                <LookHead
                  key={weeks}
                  weeks={weeks}
                  width={widthOf(z)}
                  when={
                    due === null ? t('looks.later') : t('looks.due', { date: formats.date(due) })
                  }
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {questions.map(([name, read], at) => (
              <tr key={name}>
                <th
                  scope="row"
                  className={`${CELL} min-w-36 text-left ${at === 0 ? 'font-semi' : 'font-reg'}`}
                >
                  {name}
                </th>
                {looks.map((look) => (
                  <td key={look.weeks} className={CELL}>
                    {read(look)}
                  </td>
                ))}
                {coming.map(({ weeks }) => (
                  <td key={weeks} className={`${CELL} text-ink-3`}>
                    {none}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="mt-2 max-w-[92ch] text-12 leading-mid text-ink-3">{t('looks.note')}</p>
    </>
  );
}

function LookHead({
  weeks,
  when,
  width,
}: {
  readonly weeks: number;
  readonly when: string;
  readonly width: string;
}) {
  const { t } = useTranslation('calibration');
  const { formats } = useCalibrationWords();
  return (
    <th scope="col" className={`${HEAD} num min-w-28 py-1 align-top whitespace-normal`}>
      <span className="block text-12 font-semi text-ink-2">
        {t('looks.weeks', { weeks: formats.count(weeks) })}
      </span>
      <span className="block">{when}</span>
      <span className="block">{width}</span>
    </th>
  );
}
