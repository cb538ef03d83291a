import { BOXES } from '@rasat/contract';
import { useTranslation } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/panel.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { BOX_CLASS, BoxSwatch } from '../../ui/tag.tsx';
import { TermHelp } from '../../ui/term-help.tsx';
import { BoxCard } from './box-card.tsx';
import type { BoxCard as Card } from './box-cards.ts';
import type { CardSurroundings } from './card-surroundings.ts';
import { PanelBody } from './panel-body.tsx';
import type { PanelState } from './panel-state.ts';

const GRID =
  'grid grid-cols-1 gap-3 tab:grid-cols-2 min-[1024px]:grid-cols-3 min-[1360px]:grid-cols-5';

/** Renders the five boxes. */
export function BoxesSection({
  state,
  around,
}: {
  readonly state: PanelState<readonly Card[]>;
  readonly around: CardSurroundings;
}) {
  const { t } = useTranslation('symbol');
  return (
    <section aria-labelledby="five-boxes">
      <div className="mt-4.5 mb-2 flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h2 id="five-boxes" className="text-16">
          {t('boxes.title')}
        </h2>
        <TermHelp term="box" />
        <span className="text-ink-2">{t('boxes.note')}</span>
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
              {cards.map((card, i) => (
                <BoxCard key={card.kind} card={card} first={i === 0} around={around} />
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
            <Bone className="h-23 w-full" />
            <Bone className="w-2/3" />
            <Bone className="w-full" />
            <Bone className="w-full" />
          </div>
          <div className="flex flex-col gap-3 border-t border-line bg-s2 p-3">
            <Bone className="w-1/2" />
            <Bone className="h-6 w-full" />
          </div>
          <div className="min-h-9 border-t border-line-soft" />
        </div>
      ))}
    </div>
  );
}
