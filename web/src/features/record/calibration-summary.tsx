import { useTranslation } from '../../i18n/index.ts';
import { Empty } from '../../ui/states.tsx';
import type { LevelsFigures } from './calibration-figures.ts';
import { useCalibrationWords } from './calibration-words.ts';
import { Figure } from './summary.tsx';

/** Renders mean error, calibration error, Brier score and skill of a group of levels, each with what it means. */
export function CalibrationSummary({ levels }: { readonly levels: LevelsFigures | null }) {
  const { t } = useTranslation('calibration');
  return (
    <section aria-label={t('choices.group')} className="mb-3 rounded-3 border border-line bg-s1">
      {levels === null ? (
        <Empty level={2} title={t('none.group')} text={t('none.text')} drawing={false} />
      ) : (
        <Cells levels={levels} />
      )}
    </section>
  );
}

function Cells({ levels }: { readonly levels: LevelsFigures }) {
  const { t } = useTranslation('calibration');
  const { formats, points, distance, skill, errorRange, skillRange, note } = useCalibrationWords();
  const { n, weeks, error, calibrationError, brier, plain } = levels;
  const count = t('n', { n: formats.count(n) });
  const better = plain?.skill ?? null;
  return (
    <dl className="grid grid-cols-4 max-desk:grid-cols-2">
      <Figure
        name={t('summary.error')}
        value={points(error.value)}
        note={`${count}, ${note(error, weeks, errorRange(error))}. ${t('summary.errorText')}`}
      />
      <Figure
        name={t('summary.gap')}
        value={distance(calibrationError)}
        note={`${count}. ${t('summary.gapText')}`}
      />
      <Figure
        name={t('summary.brier')}
        value={formats.number(plain?.brier ?? brier, 4)}
        note={
          plain
            ? `${t('n', { n: formats.count(plain.n) })}. ${t('summary.brierText', { plain: formats.number(plain.plainBrier, 4) })}`
            : `${count}. ${t('summary.brierAlone')}`
        }
      />
      <Figure
        name={t('summary.skill')}
        value={skill(better?.value ?? null)}
        note={
          plain && better
            ? `${t('n', { n: formats.count(plain.n) })}, ${note(better, weeks, skillRange(better))}. ${t('summary.skillText')}`
            : t('summary.skillNone')
        }
      />
    </dl>
  );
}
