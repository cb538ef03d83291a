import { boxSignal } from '@rasat/contract';
import type { BoxTerm } from '@rasat/engine';
import { useState } from 'react';
import type { SymbolEntry } from '../../api/calls/market.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RecomputeLink } from '../../ui/recompute-link.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Empty } from '../../ui/states.tsx';
import { DirectionTag } from '../../ui/tag.tsx';
import type { BoxCard } from './box-cards.ts';
import { OutcomeTag } from './outcome-tag.tsx';
import type { PastBox } from './replies.ts';

/** Renders the dialog with the past and present boxes of a kind, and the outcomes of their trades. */
export function PastBoxes({
  card,
  name,
  entry,
  open,
  onOpenChange,
}: {
  readonly card: BoxCard;
  readonly name: string;
  readonly entry: SymbolEntry;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const { t } = useTranslation(['symbol', 'words']);
  const [chosen, setChosen] = useState<BoxTerm | null>(null);
  const term = chosen ?? (card.longOnly ? 'long' : 'short');
  const boxes = card.past[term];
  return (
    <Dialog
      wide
      open={open}
      onOpenChange={onOpenChange}
      title={t('boxes.pastTitle', { symbol: entry.symbol, box: name })}
      closeLabel={t('words:close')}
    >
      <Segmented
        className="mt-3"
        label={t('boxes.pastTitle', { symbol: entry.symbol, box: name })}
        value={term}
        choices={[
          { value: 'short', label: t('boxes.short') },
          { value: 'long', label: t('boxes.long') },
        ]}
        onChange={setChosen}
      />
      <div className="-mx-2 mt-3">
        {boxes.length === 0 ? (
          <Empty title={t('boxes.pastEmpty')} compact />
        ) : (
          <BoxesTable entry={entry} boxes={boxes} name={name} />
        )}
      </div>
    </Dialog>
  );
}

function BoxesTable({
  entry,
  boxes,
  name,
}: {
  readonly entry: SymbolEntry;
  readonly boxes: readonly PastBox[];
  readonly name: string;
}) {
  const { t } = useTranslation(['symbol', 'words', 'signal']);
  const formats = useFormats();
  const price = (value: number | null | undefined) => formats.price(value ?? null, entry.digits);
  return (
    <DataTable
      hiddenCaption
      caption={t('boxes.pastTitle', { symbol: entry.symbol, box: name })}
      rows={boxes}
      rowKey={({ created }) => created}
      columns={[
        [
          t('boxes.start'),
          (box) => (
            <>
              {formats.day(box.d.start)}
              {box === boxes[0] ? (
                <span className="text-ink-3"> · {t('boxes.current')}</span>
              ) : null}
            </>
          ),
        ],
        [t('boxes.end'), ({ d }) => formats.day(d.end)],
        [t('boxes.bottom'), ({ p }) => price(p.bottom), 'figures'],
        [t('boxes.top'), ({ p }) => price(p.top), 'figures'],
        [
          t('words:way'),
          ({ trade }) =>
            trade ? (
              <DirectionTag way={trade.way}>
                {trade.way ? t('words:buy') : t('words:sell')}
              </DirectionTag>
            ) : null,
        ],
        [t('words:entry'), ({ trade }) => price(trade?.p), 'figures'],
        [t('boxes.exit'), ({ trade }) => price(trade?.exit), 'figures'],
        [t('boxes.status'), ({ trade }) => <OutcomeTag trade={trade} />],
        [
          t('signal:record'),
          ({ kind, term, trade }) =>
            trade ? (
              <RecomputeLink
                look="icon"
                symbol={entry.symbol}
                signal={boxSignal(kind, term, trade.d)}
                className="-my-1 size-7! pointer-coarse:size-11!"
              />
            ) : null,
          'hidden head',
        ],
      ]}
    />
  );
}
