import type { Product } from '@rasat/contract';
import { useId } from 'react';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { cx } from '../../../ui/cx.ts';
import { inputClass } from '../../../ui/form.tsx';
import { HeadCells } from '../panel-table.tsx';
import { Row, Table } from '../table.tsx';
import type { PricedProduct } from './calls.ts';
import type { TypedPrices } from './typed-prices.ts';

const CELL = 'px-2.5 py-1.5';

interface PriceTableProps {
  readonly products: readonly PricedProduct[];
  readonly typed: TypedPrices;
  /** Fields that hold no price. */
  readonly wrong: readonly Product[];
  /** Products whose price would change. */
  readonly changed: readonly Product[];
  readonly onType: (product: Product, text: string) => void;
}

/** Each product with its price now and later, and a field for a new one. */
export function PriceTable({ products, typed, wrong, changed, onType }: PriceTableProps) {
  const { t } = useTranslation('adminMoney');
  const columns = [
    { name: t('product') },
    { name: t('prices.current'), right: true },
    { name: t('prices.next'), right: true },
  ];
  return (
    <Table caption={t('prices.caption')} head={<HeadCells columns={columns} />}>
      {products.map((one) => (
        <PriceRow
          key={one.product}
          priced={one}
          text={typed[one.product]}
          wrong={wrong.includes(one.product)}
          changed={changed.includes(one.product)}
          onType={(text) => onType(one.product, text)}
        />
      ))}
    </Table>
  );
}

function PriceRow({
  priced: { product, amount, next },
  text,
  wrong,
  changed,
  onType,
}: {
  readonly priced: PricedProduct;
  readonly text: string | undefined;
  readonly wrong: boolean;
  readonly changed: boolean;
  readonly onType: (text: string) => void;
}) {
  const { t } = useTranslation('adminMoney');
  const { t: payment } = useTranslation('payment');
  const { money, moment, number } = useFormats();
  const noteId = useId();
  const name = payment(`product.${product}`);
  return (
    <Row>
      <th scope="row" className={`${CELL} text-left font-reg`}>
        {name}
        {next === null ? null : (
          <span className="lbl mt-0.5 block text-brass">
            {t('prices.scheduled', { time: moment(next.from), amount: money(next.amount) })}
          </span>
        )}
      </th>
      <td className={`${CELL} num text-right text-ink-2`}>{number(amount / 100, 2)}</td>
      <td className={`${CELL} w-[44%] text-right max-desk:w-34`}>
        <input
          name={product}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          aria-label={t('prices.nextOf', { product: name })}
          aria-invalid={wrong}
          aria-describedby={wrong ? noteId : undefined}
          value={text ?? number(amount / 100, 2)}
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
      </td>
    </Row>
  );
}
