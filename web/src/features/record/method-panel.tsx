import { useTranslation } from '../../i18n/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { RecordState } from './calls.ts';
import { useRecordWords } from './words.ts';

const PARTS = ['record', 'outcome', 'baseline', 'primary', 'verdict', 'cost', 'limits'] as const;

type Costs = NonNullable<RecordState['run']>['costs'];

/** Renders how the record is made, in short texts, and the costs that were subtracted. */
export function MethodPanel({ costs }: { readonly costs: Costs }) {
  const { t } = useTranslation('record');
  return (
    <Panel title={t('method.title')} className="mt-3">
      <div className="gap-x-9 px-3 pt-3 pb-1 text-14 leading-read text-ink-2 desk:columns-2">
        {PARTS.map((part) => (
          <p key={part} className="mb-2.5 break-inside-avoid">
            <b className="text-ink">{t(`method.${part}`)}</b> {t(`method.${part}Text`)}
          </p>
        ))}
      </div>
      {costs.length === 0 ? null : (
        <details className="group border-t border-line-soft">
          <summary className="min-h-9 px-3 py-2.25 pointer-coarse:min-h-11 pointer-coarse:py-3.25 text-12 font-med text-ink-2 hover:text-ink">
            {t('method.costs')}
          </summary>
          <CostsTable costs={costs} />
        </details>
      )}
    </Panel>
  );
}

function CostsTable({ costs }: { readonly costs: Costs }) {
  const { t } = useTranslation('record');
  const { t: common, i18n } = useTranslation('words');
  const { formats } = useRecordWords();
  const nameOf = (of: string) =>
    i18n.exists(`category.${of}`, { ns: 'words' }) ? common(`category.${of as 'forex'}`) : of;
  return (
    <div className="max-w-130 pb-2">
      <DataTable
        hiddenCaption
        caption={t('method.costs')}
        rows={costs}
        rowKey={({ of }) => of}
        columns={[
          [t('columns.costOf'), ({ of }) => <span translate="no">{nameOf(of)}</span>],
          [
            t('columns.cost'),
            ({ unit, amount }) =>
              t(`method.units.${unit}`, {
                count: amount,
                value: formats.number(amount, decimals(amount)),
              }),
            'figures',
          ],
        ]}
      />
    </div>
  );
}

/** Returns the number of decimals of an amount, at most four. */
function decimals(amount: number): number {
  return [0, 1, 2, 3].find((digits) => Number(amount.toFixed(digits)) === amount) ?? 4;
}
