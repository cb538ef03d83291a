import { useTranslation } from '../i18n/index.ts';
import { cx } from '../ui/cx.ts';

/** Renders the notice that the chart library's licence requires: its name, with a link to its maker. */
export function ChartCredit({ className }: { readonly className?: string }) {
  const { t } = useTranslation('chart');
  return (
    <a
      href="https://www.tradingview.com/"
      target="_blank"
      rel="noopener noreferrer"
      title={t('status.creditLong')}
      className={cx(
        'inline-flex min-h-6 items-center hover:text-ink hover:underline',
        "pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-2.5 pointer-coarse:after:content-['']",
        className,
      )}
    >
      {t('status.credit')}
    </a>
  );
}
