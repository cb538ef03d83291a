import type { ReactNode } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icons.tsx';
import { Lead, Section } from './section.tsx';

const FEATURES = [
  'Beş kutu ve işlem çizgileri',
  'Tahminci analizi ve işlem koşulu',
  'Haftalık alış ve satış seviyeleri',
  'Döngü göstergesi ve Seer',
  'Portföy taraması, favoriler',
  'Telegram bildirimleri',
] as const;

/** What a subscription brings, and what it and the education cost. */
export function Premium() {
  return (
    <Section id="ucretler">
      <Lead id="ucretler" title="Premium">
        Tek ödeme, otomatik yenileme yok. Platform aboneliği için eğitim kaydı gerekir.
      </Lead>
      <div className="mt-9 grid grid-cols-[1.25fr_1fr_1fr_1fr] overflow-hidden rounded-[10px] border border-line bg-s1 max-wide:grid-cols-3 max-tab:grid-cols-1">
        <div className="p-6 max-wide:col-span-full">
          <h3 className="text-16">Aboneliğin içindekiler</h3>
          <ul className="mt-3.5 grid gap-2.25 tab:max-wide:grid-cols-2">
            {FEATURES.map((feature) => (
              <li key={feature} className="flex gap-2.25 text-14 text-ink-2">
                <Icon name="check" className="mt-0.5 text-up" />
                {feature}
              </li>
            ))}
          </ul>
        </div>
        <Offer
          name="3 ay"
          product="3-months"
          action="3 aylık satın al"
          href="/account?selected=subscription&type=3"
        >
          KDV dahil
          <span data-fill="3-months monthly" />
        </Offer>
        <Offer
          name="6 ay"
          product="6-months"
          action="6 aylık satın al"
          href="/account?selected=subscription&type=6"
          first
        >
          KDV dahil
          <span data-fill="6-months monthly" />
        </Offer>
        <Offer
          name="Eğitim"
          product="lesson"
          action="Eğitime kaydol"
          href="/account?selected=education"
        >
          KDV dahil, 8 ders, 16 saat, ömür boyu video erişimi
        </Offer>
      </div>
    </Section>
  );
}

function Offer({
  name,
  product,
  action,
  href,
  first = false,
  children,
}: {
  readonly name: string;
  readonly product: string;
  readonly action: string;
  readonly href: string;
  /** The one that is put forward. */
  readonly first?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div
      className={cx(
        'flex flex-col border-line-soft p-6 max-wide:border-t max-wide:p-5 max-tab:p-6 tab:not-first:border-l tab:max-wide:nth-2:border-l-0',
        first && 'bg-s2 shadow-[inset_0_2px_0_var(--brass)]',
      )}
    >
      <h3 className="text-16">{name}</h3>
      <p className="num mt-2.5 mb-0.5 min-h-10 text-36 font-[560] tracking-[-.02em] font-stretch-[106%]">
        <span data-fill={product}>—</span>
        <span data-fill={`${product} currency`} className="text-16 font-reg text-ink-3" />
      </p>
      <p className="lbl mb-5.5 flex-1 leading-mid">{children}</p>
      <a href={href} className={buttonClass(first ? 'primary' : 'secondary', 'lg')}>
        {action}
      </a>
    </div>
  );
}
