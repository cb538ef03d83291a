import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../../api/client/client.ts';
import { useErrorText, useTranslation } from '../../../i18n/index.ts';
import { readFailure } from '../../../ui/failure.ts';
import { notify } from '../../../ui/notices.ts';
import { useSingleKey } from '../../../ui/use-single-key.ts';
import { summaryQuery } from '../calls.ts';
import type { HeldAction } from '../held-action.ts';
import { HeldBar } from '../held-bar.tsx';
import { useHeldAction } from '../use-held-action.ts';
import { dropKept } from '../use-kept.ts';
import type { AdminHomework } from './calls.ts';
import type { ReviewDraft } from './draft.ts';
import { useHomeworkName } from './parts.tsx';
import type { Decision } from './review.tsx';

interface ReviewAction extends HeldAction {
  readonly text: string;
}

/**
 * Sends decisions about submissions. A decision can be undone for some seconds, since it cannot be changed after the
 * student is notified. A decided submission leaves the list at once.
 */
export function useDecisions(onTakenBack: (id: number) => void): {
  /** Ids of decided submissions, sent or still held. */
  readonly sent: ReadonlySet<number>;
  readonly decide: (entry: AdminHomework, decision: Decision, review: ReviewDraft) => void;
  /** Bar with the undo button. */
  readonly bar: ReactNode;
} {
  const { t } = useTranslation('adminLearning');
  const errorText = useErrorText();
  const nameOf = useHomeworkName();
  const client = useQueryClient();
  const { holder, held } = useHeldAction<ReviewAction>();
  const [sent, setSent] = useState<ReadonlySet<number>>(new Set());
  const bring = (id: number): void =>
    setSent((before) => new Set([...before].filter((other) => other !== id)));
  const send = async (
    entry: AdminHomework,
    state: Decision,
    { feedback, marks }: ReviewDraft,
    closing: boolean,
  ): Promise<void> => {
    try {
      await call('adminReview', {
        params: { id: String(entry.id) },
        body: {
          state,
          feedback: feedback.trim(),
          marks: marks.map(({ x, y, text }) => ({ x, y, text: text.trim() })),
        },
        keepalive: closing,
      });
      dropKept(`review.${entry.id}`);
    } catch (error) {
      const { code } = readFailure(error);
      const text = code === 'conflict-409' ? t('homework.conflict') : errorText(code);
      notify({ title: t('homework.notSent', { name: nameOf(entry) }), text, tone: 'bad' });
      bring(entry.id);
    }
    void client.invalidateQueries({ queryKey: ['admin', 'homework'] });
    void client.invalidateQueries({ queryKey: summaryQuery().queryKey });
  };
  const decide = (entry: AdminHomework, decision: Decision, review: ReviewDraft): void => {
    setSent((before) => new Set([...before, entry.id]));
    holder.hold({
      text: t(decision === 'approved' ? 'homework.heldApproved' : 'homework.heldFix', {
        name: nameOf(entry),
      }),
      run: (closing) => void send(entry, decision, review, closing),
      takeBack: () => {
        bring(entry.id);
        onTakenBack(entry.id);
      },
    });
  };
  useSingleKey('z', holder.takeBack);
  const bar = (
    <HeldBar
      text={held?.text ?? null}
      undo={t('homework.undo')}
      keyName="Z"
      onUndo={holder.takeBack}
      onRest={holder.rest}
      onGo={holder.go}
    />
  );
  return { sent, decide, bar };
}
