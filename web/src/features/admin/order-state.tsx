import type { OrderState } from '@rasat/contract';
import { useTranslation } from '../../i18n/index.ts';
import { Tag } from '../../ui/tag.tsx';

const TONES = {
  open: 'info',
  unknown: 'warn',
  paid: 'ok',
  failed: 'quiet',
  expired: 'quiet',
  review: 'bad',
  refunding: 'warn',
  refunded: 'quiet',
} as const;

/** Returns the function that names a state of an order; the payment texts must be loaded. */
export function useOrderStateName(): (state: OrderState) => string {
  const { t } = useTranslation('payment');
  return (state) => t(`state.${state}`);
}

/** Renders the tag of an order's state. */
export function OrderStateTag({ state }: { readonly state: OrderState }) {
  const nameOf = useOrderStateName();
  return <Tag tone={TONES[state]}>{nameOf(state)}</Tag>;
}
