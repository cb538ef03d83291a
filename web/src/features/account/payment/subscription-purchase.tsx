import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Offer, Offers } from '../../../api/calls/offers.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { OrderNotice } from './order-notice.tsx';
import { OrderPanel } from './order-panel.tsx';
import { monthlyKurus, PLAN_MONTHS, PLANS, type Plan, readPlan, savingPercent } from './plans.ts';
import { useOrder } from './use-order.ts';

/** Renders the order form of a subscription of three or six months, which also works without JavaScript. */
export function SubscriptionPurchase({ offers }: { readonly offers: Offers }) {
  const { t } = useTranslation('payment');
  const [query] = useSearchParams();
  const [plan, setPlan] = useState(() => readPlan(query.get('type')));
  const order = useOrder(plan, offers.agreement);
  const amounts = Object.fromEntries(
    offers.products.map(({ product, amount }) => [product, amount]),
  );
  const offer = offers.products.find(({ product }) => product === plan);
  if (!offer) return null;
  return (
    <form
      ref={order.ref}
      method="post"
      action="/api/payment/subscribe"
      onSubmit={order.onSubmit}
      className="grid gap-3"
    >
      <OrderNotice purchase="subscription" />
      <fieldset
        disabled={order.busy}
        className="grid min-w-0 grid-cols-2 gap-3 max-desk:grid-cols-1"
      >
        <legend className="sr-only">{t('subscription.period')}</legend>
        {PLANS.map((one) => {
          const shown = offers.products.find(({ product }) => product === one);
          return shown ? (
            <PlanCard
              key={one}
              plan={one}
              offer={shown}
              saving={savingPercent(one, amounts)}
              chosen={one === plan}
              onChoose={() => setPlan(one)}
            />
          ) : null;
        })}
      </fieldset>
      <OrderPanel offers={offers} offer={offer} order={order} />
    </form>
  );
}

function PlanCard({
  plan,
  offer,
  saving,
  chosen,
  onChoose,
}: {
  readonly plan: Plan;
  readonly offer: Offer;
  readonly saving: number;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  const { t } = useTranslation('payment');
  const { money, percent } = useFormats();
  return (
    <label className="relative flex cursor-pointer items-center gap-3.5 rounded-3 border border-line bg-s1 p-4 has-checked:border-ink has-checked:shadow-[inset_0_0_0_1px_var(--text)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <input
        type="radio"
        name="type"
        value={PLAN_MONTHS[plan]}
        checked={chosen}
        onChange={onChoose}
        className="peer absolute inset-0 m-0 size-full cursor-pointer appearance-none opacity-0"
      />
      <span
        aria-hidden="true"
        className="size-4.5 flex-none rounded-full border-[1.5px] border-line-ctl peer-checked:border-5 peer-checked:border-ink"
      />
      <span className="min-w-0">
        <span className="block text-16 font-semi">
          {t('subscription.months', { count: PLAN_MONTHS[plan] })}
        </span>
        <span className="lbl block">
          {saving > 0
            ? t('subscription.saving', { percent: percent(saving, 0) })
            : t('subscription.once')}
        </span>
      </span>
      <span className="num ml-auto text-right text-18 font-[560]">
        {money(offer.amount, true)}
        <span className="lbl block">
          {t('subscription.perMonth', { price: money(monthlyKurus(plan, offer.amount), true) })}
        </span>
      </span>
    </label>
  );
}
