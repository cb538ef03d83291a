import { BOXES } from '@rasat/contract';
import type { Quote, SymbolEntry } from '../../api/market.ts';
import { useTranslation } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/panel.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { BOX_CLASS, BoxSwatch } from '../../ui/tag.tsx';
import { type BarsByResolution, BoxCard } from './box-card.tsx';
import type { BoxCard as Card } from './box-cards.ts';
import { PanelBody } from './panel-body.tsx';
import type { PanelState } from './panel-state.ts';
import type { OpenWhy } from './why-question.ts';

const GRID =
  'grid grid-cols-1 gap-3 tab:grid-cols-2 min-[1024px]:grid-cols-3 min-[1360px]:grid-cols-5';

/** The five boxes. */
export function BoxesSection({
  state,
  entry,
  quote,
  bars,
  onWhy,
}: {
  readonly state: PanelState<readonly Card[]>;
  readonly entry: SymbolEntry;
  readonly quote: Quote | null;
  readonly bars: BarsByResolution;
  readonly onWhy: OpenWhy;
}) {
  const { t } = useTranslation('symbol');
  return (
    <section aria-labelledby="five-boxes">
      <div className="mt-4.5 mb-2 flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
        <h2 id="five-boxes" className="text-13">
          {t('boxes.title')}
        </h2>
        <span className="lbl">{t('boxes.note')}</span>
      </div>
      {state.status === 'error' ? (
        <Panel>
          <PanelBody state={state} skeleton={null}>
            {() => null}
          </PanelBody>
        </Panel>
      ) : (
        <PanelBody state={state} skeleton={<BoxesBones />}>
          {(cards) => (
            <div className={GRID}>
              {cards.map((card) => (
                <BoxCard
                  key={card.kind}
                  card={card}
                  entry={entry}
                  quote={quote}
                  bars={bars}
                  onWhy={onWhy}
                />
              ))}
            </div>
          )}
        </PanelBody>
      )}
    </section>
  );
}

function BoxesBones() {
  return (
    <div className={GRID}>
      {BOXES.map(({ kind }) => (
        <div key={kind} className={cx(BOX_CLASS[kind], 'rounded-3 border border-line bg-s1')}>
          <div className="flex min-h-10 items-center gap-2 border-b border-line-soft px-3">
            <BoxSwatch kind={kind} />
            <Bone className="w-16" />
          </div>
          <div className="flex flex-col gap-3 p-3">
            <Bone className="h-19 w-34" />
            <Bone className="w-full" />
            <Bone className="w-full" />
            <Bone className="h-4 w-full" />
            <Bone className="h-11 w-full" />
          </div>
          <div className="min-h-9 border-t border-line-soft" />
        </div>
      ))}
    </div>
  );
}
