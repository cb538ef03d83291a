import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { loadTexts, useFormats, useTranslation } from '../../../i18n/index.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { readFailure } from '../../../ui/failure.ts';
import { FormStatus } from '../../../ui/form.tsx';
import { Load } from '../../../ui/load.tsx';
import { Bone } from '../../../ui/skeleton.tsx';
import { Empty } from '../../../ui/states.tsx';
import { AdminPage } from '../admin-page.tsx';
import { BackLink } from '../back-link.tsx';
import { type OrderRecord, orderQuery } from './calls.ts';
import { DecideButton } from './decide-button.tsx';
import { OrderEvents } from './order-events.tsx';
import { OrderFacts } from './order-facts.tsx';
import { Attempts, Documents, Payments, Refunds } from './order-tables.tsx';
import { RefundButton } from './refund-button.tsx';
import { findReviewReason, type ReviewReason } from './review-reason.ts';

/** Loads the texts of the page before it is painted. */
export async function clientLoader() {
  await loadTexts('adminMoney', 'payment');
  return null;
}

/** Renders one order: its facts, its events, and the refund. */
export default function OrderRoute() {
  const { t } = useTranslation('adminMoney');
  const { number = '' } = useParams();
  const query = useQuery(orderQuery(number));
  const gone =
    query.data === undefined &&
    ['not-found-404', 'bad-fields-400'].includes(readFailure(query.error).code);
  return (
    <AdminPage
      title={number}
      tools={query.data === undefined ? null : <OrderTools order={query.data} />}
    >
      <BackLink to="/admin/orders">{t('order.back')}</BackLink>
      {gone ? (
        <Empty
          level={2}
          title={t('order.gone')}
          text={t('order.goneText')}
          action={
            <Link to="/admin/orders" className={buttonClass()}>
              {t('order.back')}
            </Link>
          }
        />
      ) : (
        <Load query={query} failed={t('order.failed')} skeleton={<OrderBones />}>
          {(order) => <Order order={order} />}
        </Load>
      )}
    </AdminPage>
  );
}

/** Renders the actions on the payment of an order. */
function OrderTools({ order }: { readonly order: OrderRecord }) {
  const isContested = order.state === 'review' && order.contested.length > 0;
  return (
    <>
      {isContested ? <DecideButton order={order} what="contest" /> : null}
      {order.returnable ? <DecideButton order={order} what="byHand" /> : null}
      {order.refundable ? <RefundButton order={order} /> : null}
    </>
  );
}

function Order({ order }: { readonly order: OrderRecord }) {
  return (
    <>
      <Standing order={order} />
      <div className="grid min-w-0 items-start gap-3 wide:grid-cols-[320px_minmax(0,1fr)] max-wide:grid-cols-[minmax(0,1fr)]">
        <OrderFacts order={order} />
        <div className="grid min-w-0 gap-3">
          <Attempts order={order} />
          <Payments order={order} />
          <Refunds order={order} />
          <Documents order={order} />
          <OrderEvents events={order.events} />
        </div>
      </div>
    </>
  );
}

/** Renders the notices and decisions at the top of an order. */
function Standing({ order }: { readonly order: OrderRecord }) {
  const { t } = useTranslation('adminMoney');
  const reviewText = useReviewText();
  const reason = findReviewReason(order);
  if (reason) {
    return (
      <FormStatus kind="error">
        <strong className="font-semi">{t('review.title')}</strong> {reviewText(reason)}
      </FormStatus>
    );
  }
  if (order.state === 'refunding' || order.state === 'unknown') {
    return <FormStatus kind="pending">{t(`moving.${order.state}`)}</FormStatus>;
  }
  return null;
}

function useReviewText(): (reason: ReviewReason) => string {
  const { t } = useTranslation('adminMoney');
  const { money } = useFormats();
  return (reason) => {
    switch (reason.kind) {
      case 'amount':
        return t('review.amount', {
          taken: money(reason.taken),
          ordered: money(reason.ordered),
        });
      case 'currency':
        return t('review.currency', { currency: reason.currency });
      case 'number':
        return t('review.number');
      case 'unreadable':
        return t('review.unreadable', { word: reason.word || t('detail.none') });
      case 'page':
        return t('review.page');
      case 'contested':
        return t('review.contested', { payment: reason.payment, other: reason.other });
      case 'refused':
        return t('review.refused', { word: reason.word || t('detail.none') });
    }
  };
}

function OrderBones() {
  return (
    <div className="grid gap-3 wide:grid-cols-[320px_minmax(0,1fr)]">
      <Bone className="h-100 w-full rounded-3" />
      <div className="grid content-start gap-3">
        <Bone className="h-28 w-full rounded-3" />
        <Bone className="h-28 w-full rounded-3" />
      </div>
    </div>
  );
}
