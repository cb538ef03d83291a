import { BOXES, type SignalName, signalAddress } from '@rasat/contract';
import { Calculator } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormats, useTranslation } from '../i18n/index.ts';
import { iconButtonClass } from './button.tsx';
import { cx } from './cx.ts';

/** Returns a function that gives the link's name: the action and its signal. */
function useRecomputeName(): (symbol: string, signal: SignalName) => string {
  const { t } = useTranslation(['signal', 'boxes']);
  const formats = useFormats();
  return (symbol, { kind, setup, timeMs }) => {
    const [word, term] = setup?.split('.') ?? [];
    const box = BOXES.find((one) => one.kind === word)?.kind;
    const time = kind === 'levels' ? formats.day(timeMs) : formats.moment(timeMs);
    const name =
      kind === 'box' && box !== undefined
        ? t('name.box', {
            symbol,
            box: t(`boxes:${box}`),
            term: t(term === 'long' ? 'term.long' : 'term.short'),
            time,
          })
        : t(kind === 'levels' ? 'name.levels' : 'name.condition', { symbol, time });
    return t('recomputeOf', { signal: name });
  };
}

/**
 * Links to the row of the record that published a signal, where it can be recomputed. The row is looked up when the
 * link is followed. `icon` is a square button, `text` a text link, `around` wraps its children.
 */
export function RecomputeLink({
  symbol,
  signal,
  look,
  className,
  children,
}: {
  readonly symbol: string;
  readonly signal: SignalName;
  readonly look: 'icon' | 'text' | 'around';
  readonly className?: string;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation('signal');
  const name = useRecomputeName()(symbol, signal);
  const icon = <Calculator aria-hidden="true" width={14} height={14} strokeWidth={1.6} />;
  return (
    <Link
      to={signalAddress(symbol, signal)}
      aria-label={name}
      title={name}
      className={cx(
        look === 'icon'
          ? iconButtonClass
          : look === 'text'
            ? 'inline-flex min-h-6 items-center gap-1.25 rounded-1 text-ink-2 underline decoration-line-ctl underline-offset-3 hover:text-ink max-desk:min-h-11 pointer-coarse:min-h-11'
            : undefined,
        className,
      )}
    >
      {look === 'around' ? (
        children
      ) : (
        <>
          {icon}
          {look === 'text' ? t('recompute') : null}
        </>
      )}
    </Link>
  );
}
