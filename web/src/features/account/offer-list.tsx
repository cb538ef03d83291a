import { LayoutGrid, type LucideIcon, PenTool, Rows3, Star } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons.tsx';

/** Features of a subscription with their addresses. */
const ITEMS = [
  { name: 'symbol', ItemIcon: LayoutGrid, to: '/dashboard' },
  { name: 'portfolio', ItemIcon: Rows3, to: '/dashboard/portfolio/forex' },
  { name: 'favorites', ItemIcon: Star, to: '/account?selected=favorites' },
  { name: 'drawings', ItemIcon: PenTool, to: '/dashboard/chart' },
] as const satisfies readonly { name: string; ItemIcon: LucideIcon; to: string }[];

/** Name of a feature of a subscription. */
export type Offer = (typeof ITEMS)[number]['name'];

/** Lists the features of a subscription; `open` makes them links. */
export function OfferList({ open, without }: { readonly open: boolean; readonly without?: Offer }) {
  const { t } = useTranslation('account');
  return (
    <ul className="divide-y divide-line-soft">
      {ITEMS.filter(({ name }) => name !== without).map(({ name, ItemIcon, to }) => (
        <li key={name} className="flex gap-3 py-3 first:pt-0 last:pb-0">
          <ItemIcon
            aria-hidden="true"
            width={16}
            height={16}
            strokeWidth={1.6}
            className="mt-0.5 flex-none text-ink-2"
          />
          <div className="min-w-0">
            {open ? (
              <Link
                to={to}
                className="inline-flex min-h-6 items-center gap-1 text-14 font-semi hover:underline"
              >
                {t(`subscription.items.${name}`)}
                <Icon name="chevronRight" size={14} className="text-ink-3" />
              </Link>
            ) : (
              <p className="text-14 font-semi">{t(`subscription.items.${name}`)}</p>
            )}
            <p className="mt-0.5 max-w-[64ch] leading-mid text-ink-2">
              {t(`subscription.items.${name}Text`)}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
