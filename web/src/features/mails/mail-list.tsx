import { Link } from 'react-router';
import type { KeptMail } from '../../api/mails.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';

/** The kept mails, newest first; each is a link to itself. */
export function MailList({
  mails,
  shownId,
}: {
  readonly mails: readonly KeptMail[];
  readonly shownId: string | undefined;
}) {
  const { t } = useTranslation('mails');
  const { moment } = useFormats();
  return (
    <nav aria-label={t('list')}>
      <ul className="max-h-[calc(100dvh-220px)] divide-y divide-line-soft overflow-y-auto max-desk:max-h-none">
        {mails.map(({ id, to, subject, language, written }) => (
          <li key={id}>
            <Link
              to={`?mail=${id}`}
              preventScrollReset
              aria-current={id === shownId ? 'true' : undefined}
              className="block border-l-2 border-transparent px-3.5 py-2.75 hover:bg-hover aria-[current=true]:border-brass aria-[current=true]:bg-sel"
            >
              <span className="flex items-baseline gap-3">
                <span lang={language} className="min-w-0 flex-1 truncate font-semi">
                  {subject}
                </span>
                <time dateTime={new Date(written).toISOString()} className="num text-12 text-ink-3">
                  {moment(written)}
                </time>
              </span>
              <span className="mt-0.75 block truncate text-12 text-ink-2">{to}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
