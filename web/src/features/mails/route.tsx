import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { isAbsent, type KeptMail, keptMailsQuery } from '../../api/mails.ts';
import { loadTexts, useTranslation } from '../../i18n/index.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Load } from '../../ui/load.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { Empty } from '../../ui/states.tsx';
import { useDesk } from '../../ui/use-media.ts';
import { MailList } from './mail-list.tsx';
import { MailView } from './mail-view.tsx';

/** The words are there before the page is painted. */
export async function clientLoader() {
  await loadTexts('mails');
  return null;
}

/** Mails of a machine without a mail server: a list and a reading pane, one after the other on a phone. */
export default function MailsRoute() {
  const { t } = useTranslation('mails');
  const mails = useQuery(keptMailsQuery());
  if (mails.data === undefined && isAbsent(mails.error)) {
    return (
      <>
        <title>{`${t('title')} · Rasat`}</title>
        <meta name="robots" content="noindex" />
        <Empty level={1} title={t('absent')} text={t('absentText')} />
      </>
    );
  }
  return (
    <>
      <title>{`${t('title')} · Rasat`}</title>
      <meta name="robots" content="noindex" />
      <div className="mb-4">
        <h1 className="text-22 tracking-[-.01em] font-stretch-[108%]">{t('title')}</h1>
        <p className="mt-1.5 max-w-[100ch] leading-mid text-ink-2">{t('lead')}</p>
      </div>
      <section className="overflow-hidden rounded-3 border border-line bg-s1">
        <Load query={mails} failed={t('failed')} skeleton={<MailsSkeleton />}>
          {(list) => <Mails mails={list} />}
        </Load>
      </section>
    </>
  );
}

function Mails({ mails }: { readonly mails: readonly KeptMail[] }) {
  const { t } = useTranslation('mails');
  const desk = useDesk();
  const [query] = useSearchParams();
  const asked = mails.find(({ id }) => id === query.get('mail'));
  const shown = asked ?? (desk ? mails[0] : undefined);
  if (mails.length === 0) return <Empty level={2} title={t('empty')} text={t('emptyText')} />;
  const count = (
    <p role="status" className="num border-b border-line-soft px-3.5 py-2.5 text-12 text-ink-3">
      {t('count', { count: mails.length })}
    </p>
  );
  if (!desk) {
    if (!shown) {
      return (
        <>
          {count}
          <MailList mails={mails} shownId={undefined} />
        </>
      );
    }
    return (
      <>
        <Link to="?" className={`${buttonClass('quiet')} min-h-11`}>
          <Icon name="chevronRight" className="rotate-180" />
          {t('back')}
        </Link>
        <MailView mail={shown} />
      </>
    );
  }
  return (
    <div className="grid min-h-[calc(100dvh-260px)] grid-cols-[minmax(260px,360px)_minmax(0,1fr)]">
      <div className="border-r border-line">
        {count}
        <MailList mails={mails} shownId={shown?.id} />
      </div>
      {shown ? <MailView mail={shown} /> : null}
    </div>
  );
}

function MailsSkeleton() {
  return (
    <div className="grid min-h-75 content-start gap-5 p-4">
      {[64, 52, 60, 48].map((width) => (
        <div key={width} className="grid gap-2">
          <Bone className={width > 55 ? 'w-64' : 'w-52'} />
          <Bone className="w-40" />
        </div>
      ))}
    </div>
  );
}
