import { MOVES_MONEY } from '@rasat/contract';
import { Lock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Trans } from 'react-i18next';
import type { Offer, Offers } from '../../../api/calls/offers.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FormStatus } from '../../../ui/form.tsx';
import { FormBanner } from '../../../ui/form-banner.tsx';
import { LegalLink } from '../../../ui/new-tab.tsx';
import { Panel } from '../../../ui/panel.tsx';
import type { OrderForm } from './use-order.ts';

/** Renders the payment part of a purchase: method, total, agreement, and the button after its acceptance. */
export function OrderPanel({
  offers,
  offer,
  order,
  remark,
}: {
  readonly offers: Offers;
  readonly offer: Offer;
  readonly order: OrderForm;
  /** Warning above the agreement. */
  readonly remark?: ReactNode;
}) {
  const { t } = useTranslation('payment');
  return (
    <Panel
      title={t('order.title')}
      actions={
        <Lock
          aria-hidden="true"
          width={14}
          height={14}
          strokeWidth={1.6}
          className="mr-2 text-ink-3"
        />
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)_300px] gap-x-7 gap-y-4 p-4 max-desk:grid-cols-[minmax(0,1fr)]">
        <PaymentMethod provider={offers.provider} />
        <Summary offer={offer} vatRate={offers.vatRate} />
      </div>
      <div className="grid gap-3.5 border-t border-line-soft px-4 py-3.5">
        {offers.provider === null ? (
          <FormStatus kind="notice">{t('order.closed')}</FormStatus>
        ) : (
          <Consent
            remark={remark}
            agreement={offers.agreement}
            amountKurus={offer.amount}
            order={order}
          />
        )}
      </div>
    </Panel>
  );
}

/** Renders the state of the order, the checkbox of the agreement, and the pay button. */
function Consent({
  remark,
  agreement,
  amountKurus,
  order,
}: {
  readonly remark: ReactNode;
  readonly agreement: string;
  readonly amountKurus: number;
  readonly order: OrderForm;
}) {
  const { t } = useTranslation('payment');
  const { money } = useFormats();
  const [agreed, setAgreed] = useState(false);
  return (
    <>
      {order.phase.kind === 'success' ? (
        <FormStatus kind="pending">{t('order.leaving')}</FormStatus>
      ) : (
        <FormBanner phase={order.phase} success={null} />
      )}
      {remark === undefined ? null : <p className="leading-mid text-warn">{remark}</p>}
      <div className="flex items-center justify-between gap-x-5 gap-y-3.5 max-desk:flex-col max-desk:items-stretch">
        <div data-field="terms">
          <Checkbox
            name="terms"
            value="true"
            checked={agreed}
            disabled={order.busy}
            onChange={(event) => setAgreed(event.target.checked)}
          >
            <Trans
              ns="payment"
              i18nKey="order.agree"
              t={t}
              components={{
                agreement: <LegalLink to="/info/agreement" />,
                refund: <LegalLink to="/info/refund" />,
              }}
            />
          </Checkbox>
        </div>
        <input type="hidden" name="agreement" value={agreement} />
        {/* Text and button have the same height, so that ticking shifts no layout. */}
        <div className="grid min-h-11 flex-none items-center desk:min-w-36 desk:max-w-64">
          {agreed ? (
            <Button type="submit" variant="primary" size="lg" busy={order.busy}>
              {t('order.act', { amount: money(amountKurus) })}
            </Button>
          ) : (
            <p className="text-12 leading-mid text-ink-3 desk:text-right">{t('order.tickFirst')}</p>
          )}
        </div>
      </div>
    </>
  );
}

/** Explains where the card is entered, and that a demonstration provider takes no money. */
function PaymentMethod({ provider }: { readonly provider: Offers['provider'] }) {
  const { t } = useTranslation('payment');
  return (
    <div className="grid max-w-[60ch] content-start gap-2 leading-mid text-ink-2">
      <p>{t('order.page')}</p>
      <p>{t('order.secure')}</p>
      {provider !== null && !MOVES_MONEY[provider] ? (
        <p className="text-ink">{t('order.demo')}</p>
      ) : null}
    </div>
  );
}

function Summary({ offer, vatRate }: { readonly offer: Offer; readonly vatRate: number }) {
  const { t } = useTranslation('payment');
  const { money, percent, date } = useFormats();
  return (
    <div>
      <dl className="num">
        <Line name={t(`product.${offer.product}`)}>{money(offer.net)}</Line>
        <Line name={t('order.vat', { percent: percent(vatRate, 0) })}>{money(offer.vat)}</Line>
        <div className="flex justify-between gap-4 border-b border-line-soft py-1.75 text-16 font-semi">
          <dt>{t('order.total')}</dt>
          <dd>{money(offer.amount)}</dd>
        </div>
        {offer.end === null ? null : <Line name={t('order.end')}>{date(offer.end)}</Line>}
      </dl>
      <p className="mt-2 text-12 leading-mid text-ink-3">
        {offer.end === null ? t('order.once') : t('order.noRenewal')}
      </p>
    </div>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 border-b border-line-soft py-1.75">
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
