import type { OrderState } from '@rasat/contract';
import { useLanguage, useTranslation } from '../../i18n/index.ts';
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

/** What a state of an order is called where it begins a line; the payment texts must be loaded. */
export function useOrderStateName(): (state: OrderState) => string {
  const { t } = useTranslation('payment');
  const language = useLanguage();
  return (state) => {
    const [first = '', ...rest] = t(`state.${state}`);
    return first.toLocaleUpperCase(language) + rest.join('');
  };
}

/** How an order stands. */
export function OrderStateTag({ state }: { readonly state: OrderState }) {
  const nameOf = useOrderStateName();
  return <Tag tone={TONES[state]}>{nameOf(state)}</Tag>;
}
