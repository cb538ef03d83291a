import { LIMITS } from '@rasat/contract';
import { Maximize2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button, IconButton, Kbd } from '../../../ui/button.tsx';
import { ImageWindow } from '../../../ui/marked-image.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useSingleKey } from '../../../ui/use-single-key.ts';
import { useImageLabels } from '../student-image.tsx';
import { useKept } from '../use-kept.ts';
import type { AdminHomework } from './calls.ts';
import {
  addMark,
  changeMark,
  EMPTY_REVIEW,
  findReviewFault,
  type ReviewDraft,
  type ReviewFault,
  readReview,
  removeMark,
} from './draft.ts';
import { MarkEditor } from './mark-editor.tsx';
import { MarkSurface } from './mark-surface.tsx';
import { HomeworkFrame, HomeworkText } from './parts.tsx';

/** A decision about a submission. */
export type Decision = 'approved' | 'fix';

/** Renders a waiting submission: its image with marks, and the draft of its review. */
export function Review({
  entry,
  onDecide,
  onRenew,
}: {
  readonly entry: AdminHomework;
  readonly onDecide: (decision: Decision, review: ReviewDraft) => void;
  /** Fetches new addresses of the images. */
  readonly onRenew: () => void;
}) {
  const { t } = useTranslation('adminLearning');
  const { person, number } = entry;
  const name = t('image.homework', { name: `${person.name} ${person.surname}`, number });
  const panel = useRef<HTMLDivElement>(null);
  const [draft, keep] = useKept(`review.${entry.id}`, EMPTY_REVIEW, readReview);
  const [fault, setFault] = useState<ReviewFault | null>(null);
  const [wanted, setWanted] = useState<{ readonly field: string } | null>(null);
  const [large, setLarge] = useState(false);
  const labels = useImageLabels(name);
  useEffect(() => {
    if (wanted === null) return;
    panel.current?.querySelector<HTMLElement>(`[data-field="${wanted.field}"] textarea`)?.focus();
  }, [wanted]);

  const change = (next: ReviewDraft): void => {
    setFault(null);
    keep(next.feedback === '' && next.marks.length === 0 ? null : next);
  };
  const decide = (decision: Decision): void => {
    const found = findReviewFault(draft, decision);
    setFault(found);
    if (found === null) onDecide(decision, draft);
    else setWanted({ field: found.at === 'mark' ? `mark-${found.id}` : 'feedback' });
  };
  return (
    <HomeworkFrame
      entry={entry}
      onRenew={onRenew}
      actions={
        <IconButton label={t('image.enlarge')} onClick={() => setLarge(true)}>
          <Maximize2 aria-hidden="true" width={16} height={16} strokeWidth={1.6} />
        </IconButton>
      }
      image={
        <>
          <MarkSurface
            image={{ src: entry.imageUrl, width: entry.width, height: entry.height }}
            name={name}
            marks={draft.marks}
            onAdd={(x, y) => {
              const next = addMark(draft, x, y);
              if (next === null) return;
              change(next);
              setWanted({ field: `mark-${next.marks.at(-1)?.id}` });
            }}
            onMove={(id, x, y) => change(changeMark(draft, id, { x, y }))}
            onRemove={(id) => change(removeMark(draft, id))}
            onChoose={(id) => setWanted({ field: `mark-${id}` })}
            onFail={onRenew}
          />
          <ImageWindow
            open={large}
            onOpenChange={setLarge}
            src={entry.imageUrl}
            alt={name}
            marks={draft.marks}
            labels={labels}
          />
        </>
      }
    >
      <HomeworkText entry={entry} />
      <div ref={panel}>
        <Panel title={t('homework.assessment')}>
          <div className="grid gap-2.5 p-3">
            <MarkEditor draft={draft} fault={fault} onChange={change} />
            <FeedbackField draft={draft} fault={fault} onChange={change} />
            <DecideButtons onDecide={decide} />
            <Keys />
          </div>
        </Panel>
      </div>
    </HomeworkFrame>
  );
}

function FeedbackField({
  draft,
  fault,
  onChange,
}: {
  readonly draft: ReviewDraft;
  readonly fault: ReviewFault | null;
  readonly onChange: (draft: ReviewDraft) => void;
}) {
  const { t } = useTranslation('adminLearning');
  const { count } = useFormats();
  const wrong =
    fault?.at !== 'feedback'
      ? null
      : fault.fault === 'missing'
        ? t('homework.fixNeedsText')
        : t('homework.feedbackLong', { max: count(LIMITS.studentText) });
  return (
    <div data-field="feedback">
      <TextArea
        name="feedback"
        label={t('homework.feedback')}
        hideLabel
        placeholder={t('homework.feedback')}
        rows={3}
        value={draft.feedback}
        error={wrong}
        onChange={({ target }) => onChange({ ...draft, feedback: target.value })}
      />
    </div>
  );
}

/** Renders the buttons of both decisions, each with its key. */
function DecideButtons({ onDecide }: { readonly onDecide: (decision: Decision) => void }) {
  const { t } = useTranslation('adminLearning');
  useSingleKey('a', () => onDecide('approved'));
  useSingleKey('d', () => onDecide('fix'));
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button aria-keyshortcuts="d" onClick={() => onDecide('fix')} className="max-desk:min-h-11">
        {t('homework.askFix')}
      </Button>
      <Button
        variant="primary"
        aria-keyshortcuts="a"
        onClick={() => onDecide('approved')}
        className="max-desk:min-h-11"
      >
        {t('homework.approve')}
      </Button>
    </div>
  );
}

function Keys() {
  const { t } = useTranslation('adminLearning');
  const keys = [
    ['A', t('homework.keyApprove')],
    ['D', t('homework.keyFix')],
    ['J', t('homework.keyNext')],
  ] as const;
  return (
    <p className="flex flex-wrap gap-x-2.5 gap-y-1 text-12 text-ink-3 pointer-coarse:hidden">
      {keys.map(([key, text]) => (
        <span key={key}>
          <Kbd>{key}</Kbd> {text}
        </span>
      ))}
    </p>
  );
}
