import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../api/client/client.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Load } from '../../../ui/load.tsx';
import { notify } from '../../../ui/notices.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Bone } from '../../../ui/skeleton.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { summaryQuery } from '../calls.ts';
import { CodeDialog } from '../code-dialog.tsx';
import { MoreButton } from '../pages.tsx';
import { REVIEWS_KEY, type Review, reviewsQuery } from './calls.ts';

/** Kinds of review that the server has booked already and that need no decision. */
const QUIET: readonly Review['kind'][] = ['refunded-there'];

/**
 * Renders the differences between the provider's list and our records, and the notices of unknown pages: the meaning of
 * each, the possible actions, and the button that closes it.
 */
export function ReviewsPanel() {
  const { t } = useTranslation('adminMoney');
  const [which, setWhich] = useState<'open' | 'closed'>('open');
  const { data: summary } = useQuery(summaryQuery());
  const count = summary?.waiting.reviews ?? 0;
  const isShown = count > 0 || which === 'closed';
  return (
    <Panel
      title={t('checks.title')}
      stacked
      meta={
        <span className="min-w-0 text-12 text-ink-2">
          {summary === undefined
            ? null
            : count === 0
              ? t('checks.none')
              : t('checks.open', { count })}
        </span>
      }
      actions={
        <span className="pr-2">
          <Button
            size="sm"
            variant="quiet"
            onClick={() => setWhich(which === 'open' ? 'closed' : 'open')}
          >
            {t(which === 'open' ? 'checks.showClosed' : 'checks.showOpen')}
          </Button>
        </span>
      }
    >
      {isShown ? <ReviewList which={which} /> : null}
    </Panel>
  );
}

function ReviewList({ which }: { readonly which: 'open' | 'closed' }) {
  const { t } = useTranslation('adminMoney');
  const query = useInfiniteQuery(reviewsQuery(which));
  return (
    <>
      <p className="border-b border-line-soft px-3 py-2 text-12 text-ink-3">{t('checks.text')}</p>
      <Load
        query={query}
        compact
        failed={t('checks.failed')}
        skeleton={<Bone className="m-3 h-20" />}
      >
        {({ pages }) => {
          const reviews = pages.flatMap((page) => page.reviews);
          if (reviews.length === 0) {
            return (
              <p className="p-3 text-ink-2">
                {t(which === 'open' ? 'checks.none' : 'checks.noClosed')}
              </p>
            );
          }
          return (
            <ul aria-label={t('checks.caption')} className="divide-y divide-line-soft">
              {reviews.map((review) => (
                <li key={review.id}>
                  <ReviewEntry review={review} />
                </li>
              ))}
            </ul>
          );
        }}
      </Load>
      <div className="grid pb-2 empty:hidden">
        <MoreButton query={query} />
      </div>
    </>
  );
}

function ReviewEntry({ review }: { readonly review: Review }) {
  const { t } = useTranslation('adminMoney');
  const { kind, closed } = review;
  return (
    <div className="flex items-start gap-x-4 gap-y-2.5 p-3 max-desk:flex-col">
      <div className="grid min-w-0 flex-1 gap-2">
        <span>
          <Tag tone={closed ? 'quiet' : QUIET.includes(kind) ? 'info' : 'bad'}>
            {t(`checks.kinds.${kind}`)}
          </Tag>
        </span>
        <p className="max-w-[72ch] leading-mid">{t(`checks.texts.${kind}`)}</p>
        <Facts review={review} />
        {closed ? <Closed closed={closed} /> : null}
      </div>
      {closed ? null : <CloseButton review={review} />}
    </div>
  );
}

/** Renders the known details of a review, by name. */
function Facts({ review }: { readonly review: Review }) {
  const { t } = useTranslation('adminMoney');
  const { language, money, moment } = useFormats();
  const { found, order, payment, amount, currency, ours, word, token, day } = review;
  const theirs =
    amount === null
      ? null
      : currency === 'TRY' || currency === null
        ? money(amount)
        : `${formatNumber(language, amount / 100, 2)}\u00a0${currency}`;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1.5 text-12">
      <Value name={t('checks.found')}>{moment(found)}</Value>
      <Value name={t('checks.order')}>
        {order === null ? null : (
          <Link to={`/admin/orders/${order}`} className="link font-semi">
            {order}
          </Link>
        )}
      </Value>
      <Value name={t('checks.payment')}>{payment}</Value>
      <Value name={t('checks.theirs')}>{theirs}</Value>
      <Value name={t('checks.ours')}>{ours === null ? null : money(ours)}</Value>
      <Value name={t('checks.word')}>{word}</Value>
      <Value name={t('checks.token')}>{token === null ? null : `…${token}`}</Value>
      <Value name={t('checks.day')}>{day}</Value>
    </dl>
  );
}

function Value({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  if (children === null) return null;
  return (
    <div className="min-w-0">
      <dt className="text-11 text-ink-3">{name}</dt>
      <dd className="num break-all">{children}</dd>
    </div>
  );
}

function Closed({ closed }: { readonly closed: NonNullable<Review['closed']> }) {
  const { t } = useTranslation('adminMoney');
  const { moment } = useFormats();
  return (
    <p className="text-12 text-ink-2">
      {t('checks.closedBy', { time: moment(closed.at) })} {closed.note}{' '}
      <Link translate="no" to={`/admin/people/${closed.by}`} className="link num">
        {closed.by}
      </Link>
    </p>
  );
}

function CloseButton({ review: { id } }: { readonly review: Review }) {
  const { t } = useTranslation('adminMoney');
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="sm" className="max-desk:min-h-11" onClick={() => setAsking(true)}>
        {t('checks.close')}
      </Button>
      <CodeDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('checks.closeTitle')}
        text={t('checks.closeText')}
        act={t('checks.close')}
        danger={false}
        onConfirm={async (body) => {
          await call('adminCloseReview', { params: { id: String(id) }, body });
          notify({ title: t('checks.closed'), tone: 'up' });
          await Promise.all([
            client.invalidateQueries({ queryKey: REVIEWS_KEY }),
            client.invalidateQueries({ queryKey: summaryQuery().queryKey }),
          ]);
        }}
      />
    </>
  );
}
