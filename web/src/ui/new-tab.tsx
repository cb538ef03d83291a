import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/index.ts';

/** Renders, for screen readers alone, that the link opens in a new tab. */
export function NewTabNote() {
  const { t } = useTranslation('words');
  return <span className="sr-only">{` (${t('newTab')})`}</span>;
}

/** Renders the same with a visible arrow. */
export function NewTabMark() {
  return (
    <>
      <ExternalLink
        aria-hidden="true"
        width={12}
        height={12}
        strokeWidth={1.8}
        className="flex-none"
      />
      <NewTabNote />
    </>
  );
}

/** Renders a link to a legal text that opens in a new tab, so that the form keeps its values. */
export function LegalLink({
  to,
  children,
}: {
  readonly to: string;
  readonly children?: ReactNode;
}) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noopener"
      className="text-ink underline decoration-line-ctl underline-offset-3"
    >
      {children}
      <NewTabNote />
    </a>
  );
}
