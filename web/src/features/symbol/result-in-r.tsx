import { useFormats } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';

/** A result in multiples of the risk, with its sign; nothing where it is not known. */
export function ResultInR({ r }: { readonly r: number | null }) {
  const formats = useFormats();
  if (r === null) return null;
  const text = formats.signed(r);
  const tone = /[1-9]/.test(text) ? (r > 0 ? 'text-up' : 'text-down-text') : 'text-ink-2';
  return <span className={cx('num font-semi', tone)}>{text} R</span>;
}
