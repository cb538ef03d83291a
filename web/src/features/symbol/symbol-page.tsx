import { isReference } from '@rasat/contract';
import { MINUTE_MS } from '@rasat/engine';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SymbolEntry } from '../../api/calls/market.ts';
import { ratesQuery } from '../../api/calls/rates.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { NoAnalysis } from '../../ui/reference-note.tsx';
import { useServerNow } from '../../ui/use-now.ts';
import { AnalysisPanel } from './analysis-panel.tsx';
import { composeAnalysisView } from './analysis-view.ts';
import { BoxesSection } from './boxes-section.tsx';
import { ConditionPanel } from './condition-panel.tsx';
import { CyclePanel } from './cycle-panel.tsx';
import { useCalmPrice } from './last-price.ts';
import { findNearChance } from './near-chance.ts';
import { joinPanels, mapPanel } from './panel-state.ts';
import { SeerPanel } from './seer-panel.tsx';
import { SymbolHead } from './symbol-head.tsx';
import { useQuote, useSymbolData } from './use-symbol-data.ts';
import { WeeklyPanel } from './weekly-panel.tsx';
import { WhyDrawer } from './why-drawer.tsx';
import type { WhyQuestion } from './why-question.ts';

const CALM_MS = 10_000;

/** Renders the page of one symbol: its analysis, or that a daily rate has none. */
export function SymbolPage({ entry }: { readonly entry: SymbolEntry }) {
  return isReference(entry.delay) ? <RatePage entry={entry} /> : <AnalysisPage entry={entry} />;
}

function RatePage({ entry }: { readonly entry: SymbolEntry }) {
  const { t } = useTranslation('symbol');
  const { language } = useFormats();
  const { symbol } = entry;
  return (
    <>
      <title>{`${t('title', { symbol, name: entry.name[language] })} · Rasat`}</title>
      <SymbolHead entry={entry} quote={useQuote(entry)} atr={null} />
      <NoAnalysis entry={entry} look="panel" />
    </>
  );
}

function AnalysisPage({ entry }: { readonly entry: SymbolEntry }) {
  const { t } = useTranslation('symbol');
  const { language } = useFormats();
  const data = useSymbolData(entry);
  const [why, setWhy] = useState<WhyQuestion | null>(null);
  const quote = data.quote.status === 'ready' ? data.quote.data : null;
  const seer = data.seer.status === 'ready' ? data.seer.data : null;
  const price = useCalmPrice(entry.symbol, quote, CALM_MS);
  const nowMs = useServerNow(MINUTE_MS);
  const { symbol, calendar } = entry;
  const { data: rates } = useQuery(ratesQuery(symbol));
  const analysis = mapPanel(
    joinPanels({
      quote: data.quote,
      seer: data.seer,
      levels: data.levels,
      cycle: data.cycle,
      cards: data.cards,
    }),
    (replies) => composeAnalysisView({ ...replies, symbol, price, rates }),
  );
  return (
    <>
      <title>{`${t('title', { symbol, name: entry.name[language] })} · Rasat`}</title>
      <SymbolHead entry={entry} quote={data.quote} atr={seer?.atr ?? null} />
      <div className="grid gap-3 desk:grid-cols-[minmax(0,1fr)_372px] max-desk:grid-cols-[minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-3">
          <AnalysisPanel
            state={analysis}
            condition={seer?.tradeCondition ?? null}
            digits={entry.digits}
            chances={{ nowMs, find: (level) => findNearChance(level, data, { calendar, nowMs }) }}
            onWhy={setWhy}
          />
          <WeeklyPanel
            state={data.levels}
            touch={data.touch}
            entry={entry}
            quote={quote}
            selected={why?.level ?? null}
            nowMs={nowMs}
            onWhy={setWhy}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <ConditionPanel
            state={data.seer}
            entry={entry}
            quote={quote}
            clockAheadMs={data.clockAheadMs}
            onWhy={setWhy}
          />
          <CyclePanel state={data.cycle} onWhy={setWhy} />
          <SeerPanel state={data.seer} digits={entry.digits} onWhy={setWhy} />
        </div>
      </div>
      <BoxesSection
        state={data.cards}
        around={{
          entry,
          quote,
          touch: data.touch,
          bars: data.bars,
          price,
          atr: seer?.atr ?? null,
          nowMs,
          onWhy: setWhy,
        }}
      />
      <WhyDrawer
        question={why}
        entry={entry}
        lastPrice={price}
        atr={seer?.atr ?? null}
        engineVersion={seer?.engineVersion ?? null}
        clockAheadMs={data.clockAheadMs}
        onClose={() => setWhy(null)}
      />
    </>
  );
}
