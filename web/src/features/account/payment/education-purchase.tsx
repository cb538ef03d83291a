import { useQuery } from '@tanstack/react-query';
import { type Offer, type Offers, offersQuery } from '../../../api/calls/offers.ts';
import { useSession } from '../../../api/session/session.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Load } from '../../../ui/load.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { CourseNotice, hasAllVideos, VideosToday } from './course-notice.tsx';
import { OfferSkeleton } from './offers-skeleton.tsx';
import { OrderNotice } from './order-notice.tsx';
import { OrderPanel } from './order-panel.tsx';
import { PurchaseGuard } from './purchase-guard.tsx';
import { useOrder } from './use-order.ts';

const INCLUDED = ['videos', 'homework', 'question', 'messages', 'subscription'] as const;

/** Renders the purchase of the course: contents, price and payment. An administrator cannot buy it. */
export function EducationPurchase() {
  const { t } = useTranslation('payment');
  const { info } = useSession();
  const offers = useQuery(offersQuery());
  return (
    <Load query={offers} failed={t('offersFailed')} skeleton={<OfferSkeleton />}>
      {(loaded) => <Purchase offers={loaded} buyer={info?.admin !== true} />}
    </Load>
  );
}

function Purchase({ offers, buyer }: { readonly offers: Offers; readonly buyer: boolean }) {
  const offer = offers.products.find(({ product }) => product === 'lesson');
  if (!offer) return null;
  const { onSale } = offers.course;
  if (!buyer || !onSale) {
    return (
      <>
        <CourseNotice course={offers.course} />
        {buyer ? <OrderNotice purchase="education" /> : null}
        <Course offer={offer} />
      </>
    );
  }
  return (
    <PurchaseGuard purchase="education">
      <LessonForm offers={offers} offer={offer} />
    </PurchaseGuard>
  );
}

/** Renders the order form, which also works without JavaScript. */
function LessonForm({ offers, offer }: { readonly offers: Offers; readonly offer: Offer }) {
  const order = useOrder('lesson', offers.agreement);
  return (
    <form
      ref={order.ref}
      method="post"
      action="/api/payment/education"
      onSubmit={order.onSubmit}
      className="grid gap-3"
    >
      <OrderNotice purchase="education" />
      <CourseNotice course={offers.course} />
      <Course offer={offer} />
      <OrderPanel
        offers={offers}
        offer={offer}
        order={order}
        {...(hasAllVideos(offers.course) ? {} : { remark: <VideosToday course={offers.course} /> })}
      />
    </form>
  );
}

function Course({ offer }: { readonly offer: Offer }) {
  const { t } = useTranslation('payment');
  const { money } = useFormats();
  return (
    <Panel>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 p-4">
        <div className="min-w-0">
          <h2 className="text-16">{t('lesson.title')}</h2>
          <p className="mt-1 leading-mid text-ink-2">{t('lesson.lead')}</p>
        </div>
        <p className="num text-18 font-[560] tab:text-right">
          {money(offer.amount, true)}
          <span className="lbl block">{t('lesson.vatIncluded')}</span>
        </p>
      </div>
      <ul className="grid gap-2 border-t border-line-soft p-4">
        {INCLUDED.map((name) => (
          <li key={name} className="flex gap-2.5 leading-mid text-ink-2">
            <Icon name="check" className="mt-0.5 text-ink-3" />
            {t(`lesson.${name}`)}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
