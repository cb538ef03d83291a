import type { Purchase } from '@rasat/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslation } from '../../../i18n/index.ts';
import { FormStatus } from '../../../ui/form.tsx';
import { latestOrderQuery } from './calls.ts';
import { type Outcome, readOutcome } from './outcome.ts';

const UNSETTLED: readonly Outcome[] = ['open', 'waiting', 'review', 'refunding'];

/**
 * Warns before a purchase that the last payment is not settled, so that a lost return from the payment page causes no
 * second payment. Renders nothing for a settled payment.
 */
export function OrderNotice({ purchase }: { readonly purchase: Purchase }) {
  const { t } = useTranslation('payment');
  const { data: order } = useQuery(latestOrderQuery(purchase));
  if (!order) return null;
  const outcome = readOutcome(order, 'pending');
  if (!UNSETTLED.includes(outcome)) return null;
  return (
    <FormStatus kind="notice">
      <span className="mr-2 font-med">
        {t(`outcome.${outcome}`)} <span className="num">{order.number}</span>
      </span>
      <Link to={`?selected=${purchase}&state=pending`} className="link text-ink-2">
        {t('outcome.look')}
      </Link>
    </FormStatus>
  );
}
