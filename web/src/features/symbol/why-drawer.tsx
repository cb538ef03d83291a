import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { useCalibrations } from '../../api/calls/calibration.ts';
import { historyQuery, type SymbolEntry } from '../../api/calls/market.ts';
import { ratesQuery } from '../../api/calls/rates.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { useNow } from '../../ui/use-now.ts';
import { chanceQuestion, WhyPanel } from '../../why/index.ts';
import { toBar } from './weekly-levels.ts';
import type { WhyPartName, WhyQuestion } from './why-question.ts';

/** Sixty days of hourly bars around the clock are 1,440. */
const HISTORY_BARS = 1500;

/**
 * Renders the panel that explains a value, beside the page, on a phone over its lower part. The page stays usable, so
 * that another level can be chosen. Escape closes the panel and returns the focus.
 */
export function WhyDrawer({
  question,
  ...around
}: {
  readonly question: WhyQuestion | null;
  readonly entry: SymbolEntry;
  readonly lastPrice: number | null;
  readonly atr: number | null;
  readonly engineVersion: string | null;
  readonly clockAheadMs: number;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('why');
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Dialog.Root
      modal={false}
      disablePointerDismissal
      open={question !== null}
      onOpenChange={(open) => {
        if (!open) around.onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Popup
          initialFocus={title}
          aria-label={t('title')}
          className="fixed top-(--topbar) right-0 bottom-0 z-(--z-sheet) flex w-85 flex-col border-l border-line bg-s1 elev-3 outline-none max-desk:top-auto max-desk:left-0 max-desk:h-[72dvh] max-desk:w-auto max-desk:rounded-t-4 max-desk:border-t max-desk:border-l-0"
        >
          {question ? <Answer {...around} question={question} title={title} /> : null}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Answer({
  question,
  entry,
  clockAheadMs,
  title,
  ...around
}: Omit<Parameters<typeof WhyDrawer>[0], 'question'> & {
  readonly question: WhyQuestion;
  readonly title: RefObject<HTMLHeadingElement | null>;
}) {
  const resolution = entry.base;
  const history = useQuery(historyQuery(entry.symbol, resolution, { limit: HISTORY_BARS }));
  const { data: rates = null } = useQuery(ratesQuery(entry.symbol));
  const bars = useMemo(() => history.data?.slice(0, -1).map(toBar) ?? null, [history.data]);
  const [chosen, setChosen] = useState<{
    readonly question: WhyQuestion;
    readonly name: WhyPartName;
  } | null>(null);
  const initial = question.shown ?? question.parts[0]?.name ?? null;
  const name = chosen?.question === question ? chosen.name : initial;
  const subject = useMemo(
    () => question.parts.find((part) => part.name === name)?.subject() ?? null,
    [question, name],
  );
  const scope = (subject && chanceQuestion(subject)?.scope) ?? null;
  const chances = useCalibrations(entry.source, scope);
  const nowMs = useNow() + clockAheadMs;
  return (
    <section className="flex min-h-0 flex-1 flex-col">
      {subject ? (
        <WhyPanel
          {...around}
          titleRef={title}
          subject={subject}
          symbol={entry.symbol}
          rates={rates}
          source={entry.source}
          chances={chances}
          digits={entry.digits}
          base={entry.base}
          bars={bars}
          resolution={resolution}
          nowMs={nowMs}
        />
      ) : null}
      <Parts
        question={question}
        name={name}
        onChoose={(next) => setChosen({ question, name: next })}
      />
    </section>
  );
}

/** Renders the choice of the value, when the question has several. */
function Parts({
  question,
  name,
  onChoose,
}: {
  readonly question: WhyQuestion;
  readonly name: WhyPartName | null;
  readonly onChoose: (name: WhyPartName) => void;
}) {
  const { t } = useTranslation('symbol');
  const names = question.parts.map((part) => part.name).filter((part) => part !== null);
  if (name === null || names.length < 2) return null;
  return (
    <div className="flex-none border-t border-line-soft p-2">
      <Segmented
        label={t('whyParts.label')}
        value={name}
        choices={names.map((value) => ({ value, label: t(`whyParts.${value}`) }))}
        onChange={onChoose}
      />
    </div>
  );
}
