import { Tabs } from '@base-ui/react/tabs';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import type { HomeworkReply } from './calls.ts';
import { type Draft, isStarted } from './draft.ts';
import { findSlot, SLOTS, slotState } from './homework-slots.ts';
import { SlotTag } from './slot-tag.tsx';
import { useDraftState } from './use-drafts.ts';

/** Renders the seven slots with their states as tabs; on a phone the row scrolls. */
export function SlotList({
  current,
  homework,
  drafts,
}: {
  readonly current: number;
  readonly homework: HomeworkReply;
  readonly drafts: ReadonlyMap<number, Draft>;
}) {
  const { t } = useTranslation('education');
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = row.current;
    const chip = list?.querySelector<HTMLElement>(`[data-slot="${current}"]`);
    if (!list || !chip) return;
    // `scrollIntoView` would also scroll the page.
    list.scrollLeft = chip.offsetLeft - (list.clientWidth - chip.offsetWidth) / 2;
  }, [current]);
  return (
    <Tabs.List
      ref={row}
      activateOnFocus={false}
      aria-label={t('homework.slots')}
      className="no-bar relative grid grid-cols-7 gap-2 max-desk:-mx-3 max-desk:grid-cols-[repeat(7,128px)] max-desk:overflow-x-auto max-desk:px-3 max-desk:py-0.5"
    >
      {SLOTS.map((number) => {
        const draft = drafts.get(number);
        return draft ? (
          <Slot key={number} number={number} homework={homework} draft={draft} />
        ) : null;
      })}
    </Tabs.List>
  );
}

function Slot({
  number,
  homework,
  draft,
}: {
  readonly number: number;
  readonly homework: HomeworkReply;
  readonly draft: Draft;
}) {
  const { t } = useTranslation('education');
  const state = slotState(findSlot(homework, number), isStarted(useDraftState(draft)));
  return (
    <Tabs.Tab
      value={number}
      data-slot={number}
      className="grid min-w-0 content-start justify-items-start gap-2 rounded-3 border border-line bg-s1 p-2.5 text-left hover:bg-hover aria-selected:border-ink aria-selected:shadow-[inset_0_0_0_1px_var(--text)]"
    >
      <span className="num text-12 font-semi">{t('homework.slot', { number })}</span>
      <SlotTag state={state} />
    </Tabs.Tab>
  );
}
