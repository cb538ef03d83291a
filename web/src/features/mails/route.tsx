import { useQuery } from '@tanstack/react-query';
import { loadTexts, useTranslation } from '../../i18n/index.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Load } from '../../ui/load.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { Empty } from '../../ui/states.tsx';
import { isAbsent, keptMailsQuery } from './calls.ts';

/** Loads the texts of the page before it is painted. */
export async function clientLoader() {
  await loadTexts('mails');
  return null;
}

/**
 * Renders a link to the operator's page with the mails of a machine without a mail server; it shows no mails itself.
 */
export default function MailsRoute() {
  const { t } = useTranslation('mails');
  const mails = useQuery(keptMailsQuery());
  return (
    <>
      <title>{`${t('title')} · Rasat`}</title>
      <meta name="robots" content="noindex" />
      {mails.data === undefined && isAbsent(mails.error) ? (
        <Empty level={1} title={t('absent')} text={t('absentText')} />
      ) : (
        <Load
          query={mails}
          failed={t('failed')}
          skeleton={<Bone className="h-36 w-full rounded-3" />}
        >
          {({ address }) => (
            <Empty
              level={1}
              title={t('title')}
              text={t('lead')}
              action={
                <a
                  href={address}
                  rel="noreferrer"
                  translate="no"
                  className={`${buttonClass('primary')} max-desk:min-h-11`}
                >
                  {address.replace(/^https?:\/\//, '')}
                </a>
              }
            />
          )}
        </Load>
      )}
    </>
  );
}
