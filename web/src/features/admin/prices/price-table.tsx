import type { Product } from '@rasat/contract';
import { useId } from 'react';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { cx } from '../../../ui/cx.ts';
import { inputClass } from '../../../ui/form.tsx';
import { Table } from '../table.tsx';
import type { PricedProduct } from './calls.ts';
import type { TypedPrices } from './typed-prices.ts';

interface PriceTableProps {
  readonly products: readonly PricedProduct[];
  readonly typed: TypedPrices;
  /** Products whose field holds no valid price. */
  readonly wrong: readonly Product[];
  /** Products whose price would change. */
  readonly changed: readonly Product[];
  readonly onType: (product: Product, text: string) => void;
}

/** Renders each product with its price now and later, and a field for a new price. */
export function PriceTable({ products, typed, wrong, changed, onType }: PriceTableProps) {
  const { t } = useTranslation('adminMoney');
  const { t: payment } = useTranslation('payment');
  const { money, moment, number } = useFormats();
  return (
    <Table
      caption={t('prices.caption')}
      rows={products}
      keyOf={({ product }) => product}
      columns={[
        {
          name: t('product'),
          look: 'py-1.5',
          cell: ({ product, next }) => (
            <>
              {payment(`product.${product}`)}
              {next === null ? null : (
                <span className="lbl mt-0.5 block text-brass">
                  {t('prices.scheduled', { time: moment(next.from), amount: money(next.amount) })}
                </span>
              )}
            </>
          ),
        },
        {
          name: t('prices.current'),
          right: true,
          look: 'py-1.5 num text-ink-2',
          cell: ({ amount }) => number(amount / 100, 2),
        },
        {
          name: t('prices.next'),
          right: true,
          look: 'py-1.5 w-[44%] max-desk:w-34',
          cell: ({ product, amount }) => (
            <PriceField
              product={product}
              text={typed[product] ?? number(amount / 100, 2)}
              wrong={wrong.includes(product)}
              changed={changed.includes(product)}
              onType={(text) => onType(product, text)}
            />
          ),
        },
      ]}
    />
  );
}

function PriceField({
  product,
  text,
  wrong,
  changed,
  onType,
}: {
  readonly product: Product;
  readonly text: string;
  readonly wrong: boolean;
  readonly changed: boolean;
  readonly onType: (text: string) => void;
}) {
  const { t } = useTranslation('adminMoney');
  const { t: payment } = useTranslation('payment');
  const noteId = useId();
  return (
    <>
      <input
        name={product}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        aria-label={t('prices.nextOf', { product: payment(`product.${product}`) })}
        aria-invalid={wrong}
        aria-describedby={wrong ? noteId : undefined}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => onType(event.currentTarget.value)}
        className={cx(
          inputClass,
          'num ml-auto max-w-36 text-right desk:min-h-8.5',
          changed && 'border-brass!',
        )}
      />
      {wrong ? (
        <span id={noteId} className="mt-1 block text-11 text-bad">
          {t('prices.wrong')}
        </span>
      ) : null}
    </>
  );
}
