import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { type Offers, offersQuery } from '../../api/calls/offers.ts';
import type { SessionInfo } from '../../api/session/session.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { buttonClass } from '../../ui/button.tsx';
import { FormStatus } from '../../ui/form.tsx';
import { Load } from '../../ui/load.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type ClosedPage, readClosedPage } from './closed-page.ts';
import { OfferList } from './offer-list.tsx';
import { CourseNotice } from './payment/course-notice.tsx';
import { OffersSkeleton } from './payment/offers-skeleton.tsx';
import { PLANS } from './payment/plans.ts';
import { PurchaseGuard } from './payment/purchase-guard.tsx';
import { RunningPanel } from './payment/running-panel.tsx';
import { SubscriptionPurchase } from './payment/subscription-purchase.tsx';

/** Renders the running subscription or the purchase, and the included features. */
export function SubscriptionSection({ info }: { readonly info: SessionInfo }) {
  const { t } = useTranslation('account');
  const { subscribed, admin } = info;
  return (
    <>
      {subscribed ? (
        <RunningPanel />
      ) : admin ? (
        <FormStatus kind="success">{t('subscription.admin')}</FormStatus>
      ) : (
        <PurchaseGuard purchase="subscription">
          <PurchaseOptions student={info.student} />
        </PurchaseGuard>
      )}
      <Panel title={subscribed ? t('subscription.included') : t('subscription.offers')}>
        <div className="p-4">
          <OfferList open={subscribed || admin} />
        </div>
      </Panel>
    </>
  );
}

function PurchaseOptions({ student }: { readonly student: boolean }) {
  const { t } = useTranslation('payment');
  const offers = useQuery(offersQuery());
  const [search] = useSearchParams();
  const closed = readClosedPage(search);
  return (
    <>
      {closed !== null ? (
        <ClosedNotice page={closed} />
      ) : student ? (
        <FormStatus kind="success">{t('subscription.mayBuy')}</FormStatus>
      ) : null}
      <Load query={offers} failed={t('offersFailed')} skeleton={<OffersSkeleton />}>
        {(loaded) =>
          student ? <SubscriptionPurchase offers={loaded} /> : <CourseRequired offers={loaded} />
        }
      </Load>
    </>
  );
}

/** Explains which page needs the subscription, and links to its open part. */
function ClosedNotice({ page }: { readonly page: ClosedPage }) {
  const { t } = useTranslation('account');
  if (page.kind === 'portfolio') {
    return <FormStatus kind="notice">{t('closed.portfolio')}</FormStatus>;
  }
  const { symbol } = page;
  return (
    <FormStatus kind="notice">
      {t('closed.symbol', { symbol })}{' '}
      <Link to={`/dashboard/chart?symbol=${symbol}`} className="link">
        {t('closed.chart', { symbol })}
      </Link>
    </FormStatus>
  );
}

/** Explains that a subscription needs the course, with both prices and a link to the course. */
function CourseRequired({ offers }: { readonly offers: Offers }) {
  const { t } = useTranslation('payment');
  const { t: account } = useTranslation('account');
  const { money } = useFormats();
  const shown = offers.products.filter(
    ({ product }) => product === 'lesson' || PLANS.includes(product),
  );
  return (
    <>
      <CourseNotice course={offers.course} />
      <Panel title={t('subscription.lessonFirst')}>
        <div className="grid grid-cols-[minmax(0,1fr)_300px] gap-x-7 gap-y-4 p-4 max-desk:grid-cols-[minmax(0,1fr)]">
          <div className="grid content-start justify-items-start gap-3.5">
            <p className="max-w-[56ch] text-14 leading-mid">
              <span className="font-med">{account('subscription.none')}</span>{' '}
              <span className="text-ink-2">{t('subscription.lessonFirstText')}</span>
            </p>
            <p className="max-w-[56ch] leading-mid text-ink-2">
              {account('subscription.noneText')}
            </p>
            <Link to="?selected=education" className={buttonClass('primary', 'lg')}>
              {t('subscription.toLesson')}
            </Link>
          </div>
          <div>
            <dl className="num">
              {shown.toReversed().map(({ product, amount }) => (
                <div
                  key={product}
                  className={
                    product === 'lesson'
                      ? 'flex justify-between gap-4 border-b border-line-soft pb-2 text-16 font-semi'
                      : 'flex justify-between gap-4 border-b border-line-soft py-1.75'
                  }
                >
                  <dt className={product === 'lesson' ? undefined : 'text-ink-2'}>
                    {product === 'lesson' ? t('subscription.lessonPrice') : t(`product.${product}`)}
                  </dt>
                  <dd>{money(amount)}</dd>
                </div>
              ))}
            </dl>
            <p className="mt-2 text-12 leading-mid text-ink-3">{t('subscription.vatIncluded')}</p>
          </div>
        </div>
      </Panel>
    </>
  );
}
