import { weekSignal } from '@rasat/contract';
import { useQuery } from '@tanstack/react-query';
import { pastLevelsQuery } from '../../api/calls/analysis.ts';
import type { SymbolEntry } from '../../api/calls/market.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RecomputeLink } from '../../ui/recompute-link.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { Empty } from '../../ui/states.tsx';
import { DirectionTag } from '../../ui/tag.tsx';
import { OutcomeTag } from './outcome-tag.tsx';
import { PanelBody } from './panel-body.tsx';
import { toPanel } from './panel-state.ts';
import type { PastWeek } from './replies.ts';
import { describeWeek } from './weeks.ts';

/** Renders the dialog with the weeks before this one: their entries, and the outcome of the entry that was reached. */
export function PastWeeks({
  entry,
  open,
  onOpenChange,
}: {
  readonly entry: SymbolEntry;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const { t } = useTranslation(['symbol', 'words']);
  const state = toPanel(useQuery({ ...pastLevelsQuery(entry.symbol), enabled: open }));
  return (
    <Dialog
      wide
      open={open}
      onOpenChange={onOpenChange}
      title={t('levels.pastTitle', { symbol: entry.symbol })}
      closeLabel={t('words:close')}
    >
      <div className="mt-3 -mx-2">
        <PanelBody state={state} skeleton={<Bone className="h-60 w-full" />}>
          {(weeks) =>
            weeks.length === 0 ? (
              <Empty title={t('levels.pastEmpty')} compact />
            ) : (
              <WeeksTable entry={entry} weeks={weeks} />
            )
          }
        </PanelBody>
      </div>
    </Dialog>
  );
}

function WeeksTable({
  entry,
  weeks,
}: {
  readonly entry: SymbolEntry;
  readonly weeks: readonly PastWeek[];
}) {
  const { t } = useTranslation(['symbol', 'words', 'signal']);
  const formats = useFormats();
  const price = (value: number | null | undefined) => formats.price(value ?? null, entry.digits);
  return (
    <DataTable
      hiddenCaption
      caption={t('levels.pastTitle', { symbol: entry.symbol })}
      rows={weeks}
      rowKey={({ d }) => d}
      columns={[
        [
          t('levels.pastWeek'),
          ({ d }) => {
            const week = describeWeek(d, entry.calendar);
            return `${week.number} · ${formats.day(week.firstMs)}`;
          },
        ],
        [t('levels.buyEntry'), ({ buy }) => price(buy[0]), 'figures'],
        [t('levels.sellEntry'), ({ sell }) => price(sell[0]), 'figures'],
        [
          t('words:way'),
          ({ outcome }) =>
            outcome ? (
              <DirectionTag way={outcome.way}>
                {outcome.way ? t('words:buy') : t('words:sell')}
              </DirectionTag>
            ) : (
              <span className="text-ink-3">{t('levels.untouched')}</span>
            ),
        ],
        [t('words:price'), ({ outcome }) => price(outcome?.p), 'figures'],
        [t('levels.outcome'), ({ outcome }) => (outcome ? <OutcomeTag trade={outcome} /> : null)],
        [
          t('signal:record'),
          ({ d }) => (
            <RecomputeLink
              look="icon"
              symbol={entry.symbol}
              signal={weekSignal(d)}
              className="-my-1 size-7! pointer-coarse:size-11!"
            />
          ),
          'hidden head',
        ],
      ]}
    />
  );
}
