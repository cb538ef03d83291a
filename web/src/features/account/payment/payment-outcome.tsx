import type { Purchase } from '@rasat/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { refreshSession } from '../../../api/session/session.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Load } from '../../../ui/load.tsx';
import { NewTabNote } from '../../../ui/new-tab.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Bone } from '../../../ui/skeleton.tsx';
import { invoicesQuery } from '../invoice-calls.ts';
import { latestOrderQuery, type Order, siteQuery, subscriptionQuery } from './calls.ts';
import { type Claim, isUnsettled, type Outcome, readOutcome } from './outcome.ts';
import { OutcomeMark } from './outcome-mark.tsx';
import { PLAN_MONTHS } from './plans.ts';

const POLL_MS = 3000;
const POLL_LIMIT_MS = 60_000;

/**
 * Shows the outcome of a payment after the return from its page, from the newest order of the server. While the outcome
 * is unsettled it polls every three seconds for a minute; then a button repeats it.
 */
export function PaymentOutcome({
  purchase,
  claim,
  inPlace = false,
}: {
  readonly purchase: Purchase;
  readonly claim: Claim;
  /** Whether it replaces the purchase in its section, so that no link to the section is shown. */
  readonly inPlace?: boolean;
}) {
  const { t } = useTranslation('payment');
  const [polling, setPolling] = useState(true);
  const order = useQuery({
    ...latestOrderQuery(purchase),
    refetchInterval: ({ state }) =>
      polling && state.data !== undefined && isUnsettled(readOutcome(state.data, claim))
        ? POLL_MS
        : false,
  });
  const outcome = order.data === undefined ? null : readOutcome(order.data, claim);
  const unsettled = outcome !== null && isUnsettled(outcome);
  useEffect(() => {
    if (!unsettled || !polling) return undefined;
    const timer = setTimeout(() => setPolling(false), POLL_LIMIT_MS);
    return () => clearTimeout(timer);
  }, [unsettled, polling]);
  useSettled(outcome);
  return (
    <div aria-live="polite">
      <Load query={order} failed={t('outcome.loadFailed')} skeleton={<OutcomeSkeleton />}>
        {(loaded) => (
          <OutcomeCard
            purchase={purchase}
            order={loaded}
            outcome={readOutcome(loaded, claim)}
            inPlace={inPlace}
            slow={!polling}
            checking={order.isFetching}
            onCheck={() => {
              setPolling(true);
              void order.refetch();
            }}
          />
        )}
      </Load>
    </div>
  );
}

/** Reads the session, subscription and invoices again after a settled payment. */
function useSettled(outcome: Outcome | null): void {
  const client = useQueryClient();
  const settled = outcome === 'paid' || outcome === 'refunding' || outcome === 'refunded';
  useEffect(() => {
    if (!settled) return;
    void refreshSession(client);
    void client.invalidateQueries({ queryKey: subscriptionQuery().queryKey });
    void client.invalidateQueries({ queryKey: invoicesQuery().queryKey });
  }, [settled, client]);
}

interface CardProps {
  readonly purchase: Purchase;
  readonly order: Order | null;
  readonly outcome: Outcome;
  readonly inPlace: boolean;
  /** Whether polling has ended. */
  readonly slow: boolean;
  readonly checking: boolean;
  readonly onCheck: () => void;
}

function OutcomeCard(props: CardProps) {
  const { t } = useTranslation('payment');
  const { order, outcome, slow } = props;
  const late = outcome === 'waiting' && slow;
  return (
    <Panel className="max-w-140">
      <div className="px-8.5 py-8.5 max-desk:px-4 max-desk:py-5.5">
        <OutcomeMark outcome={outcome} />
        <h2 className="mt-4.5 mb-2 text-[24px] font-stretch-[110%]">
          {t(`outcome.${late ? 'slow' : outcome}`)}
        </h2>
        <p className="max-w-[54ch] text-15 leading-[1.55] text-ink-2">
          {late ? t('outcome.slowText') : <OutcomeText {...props} />}
        </p>
        {order ? <Receipt order={order} outcome={outcome} /> : null}
        <div className="mt-5.5 flex flex-wrap gap-2.5 max-tab:*:flex-1">
          <OutcomeLinks {...props} />
        </div>
      </div>
    </Panel>
  );
}

function OutcomeText({ purchase, order, outcome }: CardProps): ReactNode {
  const { t } = useTranslation('payment');
  if (outcome !== 'paid') return t(`outcome.${outcome}Text`);
  if (purchase === 'education') return t('outcome.paidEducation');
  // A subscription bought during a running one starts at its end.
  const later = (order?.start ?? 0) > (order?.paid ?? 0) + 60_000;
  return later ? t('outcome.paidSubscriptionLater') : t('outcome.paidSubscription');
}

function Receipt({ order, outcome }: { readonly order: Order; readonly outcome: Outcome }) {
  const { t } = useTranslation('payment');
  const { date, money } = useFormats();
  const unpaid = outcome === 'failed' || outcome === 'open';
  return (
    <dl className="num mt-6 border-t border-line-soft">
      <Row name={t('outcome.product')}>{t(`product.${order.product}`)}</Row>
      {order.start === null ? null : <Row name={t('outcome.start')}>{date(order.start)}</Row>}
      {order.end === null ? null : <Row name={t('outcome.end')}>{date(order.end)}</Row>}
      {unpaid && order.code === null ? (
        <Row name={t('outcome.state')}>{t(`state.${order.state}`)}</Row>
      ) : null}
      {unpaid && order.code !== null ? (
        <>
          <Row name={t('outcome.result')}>{t(`refusal.${order.code}`)}</Row>
          <Row name={t('outcome.code')}>{order.code}</Row>
        </>
      ) : null}
      <Row name={t('outcome.amount')}>{t('outcome.withVat', { amount: money(order.amount) })}</Row>
      <Row name={t('outcome.number')}>{order.number}</Row>
    </dl>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 border-b border-line-soft py-2.25">
      <dt className="text-ink-3">{name}</dt>
      <dd className="text-right whitespace-normal">{children}</dd>
    </div>
  );
}

/** Renders the links of an outcome. */
function OutcomeLinks({ purchase, order, outcome, inPlace, slow, checking, onCheck }: CardProps) {
  const { t } = useTranslation('payment');
  const section = `?selected=${purchase}`;
  switch (outcome) {
    case 'paid':
      return purchase === 'education' ? (
        <>
          <OutcomeLink to={section} primary name={t('outcome.toEducation')} />
          <OutcomeLink to="?selected=subscription" name={t('outcome.buySubscription')} />
        </>
      ) : (
        <>
          <OutcomeLink to="/dashboard" primary name={t('outcome.toDashboard')} />
          <OutcomeLink to={section} name={t('outcome.toSubscription')} />
        </>
      );
    case 'failed':
    case 'open': {
      const months =
        order && order.product !== 'lesson' ? `&type=${PLAN_MONTHS[order.product]}` : '';
      return (
        <>
          <OutcomeLink to={`${section}${months}`} primary name={t('outcome.again')} />
          <Contact />
        </>
      );
    }
    case 'waiting':
      return (
        <>
          {slow ? (
            <Button variant="primary" size="lg" busy={checking} onClick={onCheck}>
              {t('outcome.look')}
            </Button>
          ) : null}
          {inPlace ? null : <OutcomeLink to={section} name={t('outcome.back')} />}
        </>
      );
    case 'review':
      return <Contact />;
    case 'refunded':
      return (
        <>
          <OutcomeLink to="?selected=invoices" primary name={t('outcome.toInvoices')} />
          <OutcomeLink to={section} name={t('outcome.back')} />
        </>
      );
    case 'refunding':
    case 'none':
      return <OutcomeLink to={section} name={t('outcome.back')} />;
  }
}

function OutcomeLink({
  to,
  name,
  primary = false,
}: {
  readonly to: string;
  readonly name: string;
  readonly primary?: boolean;
}) {
  return (
    <Link
      to={to}
      reloadDocument={to.startsWith('/info/')}
      className={buttonClass(primary ? 'primary' : 'secondary', 'lg')}
    >
      {name}
    </Link>
  );
}

/** Renders the link to the operator's contact, or to the page with the seller's details. */
function Contact() {
  const { t } = useTranslation('payment');
  const { data: site, isPending } = useQuery(siteQuery());
  if (isPending) return null;
  if (!site?.contact) return <OutcomeLink to="/info/agreement" name={t('outcome.seller')} />;
  return (
    <a
      href={site.contact}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass('secondary', 'lg')}
    >
      {t('outcome.contact')}
      <NewTabNote />
    </a>
  );
}

function OutcomeSkeleton() {
  return (
    <div className="grid gap-5 rounded-3 border border-line bg-s1 p-8.5 max-desk:px-4 max-desk:py-5.5">
      <Bone className="h-15 w-15" />
      <Bone className="h-5 w-56" />
      <Bone className="w-96 max-w-full" />
      <Bone className="w-80 max-w-full" />
      <Bone className="mt-4 h-11 w-36" />
    </div>
  );
}
