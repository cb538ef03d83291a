import { useTranslation } from '../../i18n/index.ts';
import { Panel } from '../../ui/panel.tsx';
import type { ScopeFigures } from './calibration-figures.ts';
import { useCalibrationWords } from './calibration-words.ts';

/** Renders the numbers of forecasts that are in no figure, each with what it means. */
export function LeftOut({
  figures: { voids, late, open },
  backtest,
}: {
  readonly figures: ScopeFigures;
  /** Whether the forecasts are those of the backtest, of which none can be late. */
  readonly backtest: boolean;
}) {
  const { t } = useTranslation('calibration');
  const { formats } = useCalibrationWords();
  const parts = [
    ['voids', voids],
    ...(backtest ? [] : [['late', late] as const]),
    ['open', open],
  ] as const;
  return (
    <Panel title={t('left.title')} className="mt-3">
      <dl className="grid gap-x-8 gap-y-2 px-3 py-3 desk:grid-cols-3">
        {parts.map(([part, count]) => (
          <div key={part}>
            <dt className="lbl">{t(`left.${part}`)}</dt>
            <dd>
              <span className="num text-18 font-[540]">{formats.count(count)}</span>
              <span className="lbl block leading-ui whitespace-normal">
                {t(`left.${part}Text`)}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
