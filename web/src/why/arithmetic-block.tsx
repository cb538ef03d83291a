import type { Basis } from '@rasat/engine';
import { useFormats, useTranslation } from '../i18n/index.ts';
import { type ArithmeticLine, composeArithmetic, type Figure } from './arithmetic.ts';
import { type FigureFormats, writeFigure, writeOperation } from './figures.ts';
import type { WhySubject } from './subject.ts';

/** Returns the formats of a derivation's figures in the current language. */
export function useFigureFormats(): FigureFormats {
  const { t } = useTranslation('why');
  const formats = useFormats();
  return {
    number: formats.number,
    percent: formats.percent,
    moment: (timeMs) => formats.moment(timeMs),
    duration: (unit, value) => t(`units.${unit}`, { value }),
  };
}

/** Returns the names of a rule's quantities; an empty text for one without a name. */
export function useQuantityName(rule: Basis['rule']): (name: string) => string {
  const { t, i18n } = useTranslation('why');
  return (name) => {
    // A chance uses names of other rules for other quantities.
    const keys = rule === 'touch' ? [`touch.${name}`, `name.${name}`] : [`name.${name}`];
    const key = keys.find((one) => i18n.exists(one, { ns: 'why' }));
    return key === undefined ? '' : t(key as 'name.price');
  };
}

/** Renders the steps from a basis to the value of a subject; steps of other values are folded away. */
export function Arithmetic({
  subject,
  digits,
}: {
  readonly subject: WhySubject;
  readonly digits: number;
}) {
  const { t } = useTranslation('why');
  const frame =
    'num mt-2 rounded-2 border border-line-soft bg-s2 px-2.75 py-2.25 text-12 leading-[1.7] whitespace-normal';
  if (!subject.derivation) return <p className={frame}>{t('notComputed')}</p>;
  const { rule } = subject.derivation;
  const { lines, folded } = composeArithmetic(subject.derivation);
  return (
    <section aria-label={t('arithmetic')} className={frame}>
      {folded.length > 0 ? (
        <details className="text-ink-3">
          <summary className="min-h-6 pointer-coarse:min-h-11 pointer-coarse:leading-11">
            {t('folded', { count: folded.length })}
          </summary>
          <div className="max-h-60 overflow-auto">
            {folded.map((line, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a derivation never change their order
              <Line key={i} line={line} rule={rule} digits={digits} last={false} />
            ))}
          </div>
        </details>
      ) : null}
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a derivation never change their order
        <Line key={i} line={line} rule={rule} digits={digits} last={i === lines.length - 1} />
      ))}
    </section>
  );
}

/** Operations that round: their result is shown as approximately equal. */
const ROUNDING: ReadonlySet<string> = new Set(['round', 'roundTo', 'roundToMinute']);

function Line({
  line,
  rule,
  digits,
  last,
}: {
  readonly line: ArithmeticLine;
  readonly rule: Basis['rule'];
  readonly digits: number;
  readonly last: boolean;
}) {
  const { t } = useTranslation('why');
  const figures = useFigureFormats();
  const nameOf = useQuantityName(rule);
  const write = (figure: Figure): string => {
    const name = nameOf(figure.name);
    const value = writeFigure(figure, digits, figures);
    return name === '' ? value : `${name} ${value}`;
  };
  const operation = writeOperation(line.op, line.operands.map(write), {
    many: (count) => t('values', { count }),
    density: (x, count) => t('densityOf', { x, count }),
    chosen: (values) => t('chosenFrom', { values }),
    touch: (movements, spread) => t('touchOf', { movements, spread }),
    cone: (spread, share) => t('coneOf', { spread, share }),
  });
  return (
    <div className="break-words">
      <span className="text-ink-3">{nameOf(line.name) || line.name}</span>
      {` = ${operation} ${ROUNDING.has(line.op) ? '≈' : '='} `}
      {last ? (
        <b>{writeFigure(line.result, digits, figures)}</b>
      ) : (
        <span className="text-ink">{writeFigure(line.result, digits, figures)}</span>
      )}
    </div>
  );
}
