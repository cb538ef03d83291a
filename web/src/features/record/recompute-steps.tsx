import type { Comparison, RecomputeStep } from '@rasat/ledger';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icons.tsx';
import type { DoneStep } from './use-recompute.ts';

const LOOK = {
  equal: { icon: 'check', tone: 'text-ok' },
  differs: { icon: 'alert', tone: 'text-bad' },
  unknown: { icon: null, tone: 'text-ink-2' },
} as const;

/** Renders the finished steps; each opens to the values that it compared. */
export function RecomputeSteps({ steps }: { readonly steps: readonly DoneStep[] }) {
  const { t } = useTranslation('record');
  return (
    <ol aria-label={t('recompute.steps')} className="mt-3 border-t border-line-soft">
      {steps.map((done) => (
        <li key={done.step.name} className="border-b border-line-soft">
          <Step {...done} />
        </li>
      ))}
    </ol>
  );
}

function Step({ step, ms }: DoneStep) {
  const { t } = useTranslation('record');
  const { count } = useFormats();
  const { icon, tone } = LOOK[step.state];
  // A correction comes from the vendor and is no fault of the row.
  const vendor = step.reason === 'vendor';
  return (
    <details open={step.state === 'differs'} className="group">
      <summary className="flex min-h-9 list-none items-center gap-2 hover:bg-hover max-desk:min-h-11 [&::-webkit-details-marker]:hidden">
        <Icon
          name="chevronRight"
          size={14}
          className="text-ink-3 transition-transform group-open:rotate-90"
        />
        <span className="min-w-0 flex-1">{t(`recompute.step.${step.name}`)}</span>
        <span className="num text-11 text-ink-3">
          {t('recompute.milliseconds', { ms: count(Math.round(ms)) })}
        </span>
        <span
          className={cx(
            'inline-flex w-24 flex-none items-center justify-end gap-1 font-med',
            vendor ? 'text-warn' : tone,
          )}
        >
          {icon === null ? (
            <span aria-hidden="true" className="w-3.5 text-center font-semi">
              ?
            </span>
          ) : (
            <Icon name={icon} size={14} />
          )}
          {t(`recompute.${step.state}`)}
        </span>
      </summary>
      <div className="pb-2.5 pl-5.5 max-desk:pl-0">
        {step.reason === null ? null : (
          <p className="mb-1.5 text-12 text-ink-2">{t(`recompute.reason.${step.reason}`)}</p>
        )}
        <Compared step={step} />
      </div>
    </details>
  );
}

const MOST_EQUAL = 30;

/** Renders the published and computed values of a step, different ones first. */
function Compared({ step }: { readonly step: RecomputeStep }) {
  const { t } = useTranslation('record');
  const { count } = useFormats();
  const { compared } = step;
  if (compared.length === 0) {
    return (
      <p className="text-12 text-ink-3">
        {t(step.name === 'corrections' ? 'certificate.noCorrections' : 'recompute.noValues')}
      </p>
    );
  }
  const equal = compared.filter((one) => one.equal);
  const shown = [...compared.filter((one) => !one.equal), ...equal.slice(0, MOST_EQUAL)];
  const rest = Math.max(0, equal.length - MOST_EQUAL);
  const title = t(`recompute.step.${step.name}`);
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
      tabIndex={0}
      aria-label={`${title}: ${t('recompute.values')}`}
      className="max-h-80 overflow-auto rounded-2 border border-line-soft"
    >
      <table className="w-full table-fixed border-collapse text-11">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            {(['field', 'publishedValue', 'computedValue'] as const).map((head) => (
              <th
                key={head}
                scope="col"
                className="h-7 border-b border-line-soft px-2 text-left font-med text-ink-3 first:w-[26%]"
              >
                {t(`recompute.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a field may be compared twice
            <Values key={at} compared={one} />
          ))}
        </tbody>
      </table>
      {rest > 0 ? (
        <p className="px-2 py-1.5 text-11 text-ink-3">
          {t('recompute.moreEqual', { count: rest, number: count(rest) })}
        </p>
      ) : null}
    </section>
  );
}

function Values({
  compared: { what, published, computed, equal },
}: {
  readonly compared: Comparison;
}) {
  const { t } = useTranslation('record');
  const write = (value: Comparison['published']): string => {
    if (value === null) return t('recompute.nothing');
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  const cell = 'px-2 py-1 align-top break-all num whitespace-normal';
  return (
    <tr className={cx('border-b border-line-soft last:border-0', !equal && 'bg-bad-bg')}>
      <th
        scope="row"
        translate="no"
        className="px-2 py-1 text-left align-top font-reg break-all text-ink-2"
      >
        <span className="inline-flex items-center gap-1">
          {equal ? null : <Icon name="alert" size={12} className="text-bad" />}
          {what}
        </span>
      </th>
      <td translate="no" className={cell}>
        {write(published)}
      </td>
      <td translate="no" className={cell}>
        {write(computed)}
      </td>
    </tr>
  );
}
