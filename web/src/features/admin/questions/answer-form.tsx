import { LIMITS } from '@rasat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../../api/client/client.ts';
import { useErrorText, useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button, Kbd } from '../../../ui/button.tsx';
import { CharacterCount } from '../../../ui/character-count.tsx';
import { countCharacters } from '../../../ui/characters.ts';
import { readFailure } from '../../../ui/failure.ts';
import { FormStatus } from '../../../ui/form.tsx';
import { notify } from '../../../ui/notices.ts';
import { TextArea } from '../../../ui/text-area.tsx';
import { summaryQuery } from '../calls.ts';
import { readText, useKept } from '../use-kept.ts';

type Phase =
  | { readonly kind: 'open' | 'pending' | 'fault' }
  | { readonly kind: 'failed'; readonly code: string };

/** Renders the form of an answer; the draft is kept until the answer is sent. */
export function AnswerForm({
  id,
  name,
  writes,
  hasNext,
  onAnswered,
}: {
  readonly id: number;
  /** Name of the student who asked. */
  readonly name: string;
  readonly writes: boolean;
  readonly hasNext: boolean;
  readonly onAnswered: () => void;
}) {
  const { t } = useTranslation('adminLearning');
  const { count } = useFormats();
  const errorText = useErrorText();
  const client = useQueryClient();
  const area = useRef<HTMLTextAreaElement>(null);
  const [answer, setAnswer] = useKept(`answer.${id}`, '', readText);
  const [phase, setPhase] = useState<Phase>({ kind: 'open' });
  const pending = phase.kind === 'pending';
  useEffect(() => {
    if (writes) area.current?.focus({ preventScroll: true });
  }, [writes]);

  const readAgain = (): void => {
    void client.invalidateQueries({ queryKey: ['admin', 'questions'] });
    void client.invalidateQueries({ queryKey: summaryQuery().queryKey });
  };
  const send = async (): Promise<void> => {
    if (pending) return;
    const length = countCharacters(answer);
    if (length < 1 || length > LIMITS.studentText) {
      setPhase({ kind: 'fault' });
      area.current?.focus();
      return;
    }
    setPhase({ kind: 'pending' });
    try {
      await call('adminAnswer', { params: { id: String(id) }, body: { answer: answer.trim() } });
      setAnswer(null);
      notify({ title: t('questions.sent', { name }), tone: 'up' });
      onAnswered();
      readAgain();
    } catch (error) {
      const { code } = readFailure(error);
      setPhase({ kind: 'failed', code });
      if (code === 'conflict-409') readAgain();
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  };
  return (
    <form noValidate onSubmit={onSubmit} className="mt-4 grid gap-3">
      <TextArea
        ref={area}
        name="answer"
        label={t('questions.answer')}
        rows={5}
        value={answer}
        readOnly={pending}
        error={
          phase.kind === 'fault' ? t('questions.fault', { max: count(LIMITS.studentText) }) : null
        }
        aria-keyshortcuts="Control+Enter"
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setAnswer(target.value === '' ? null : target.value);
          if (!pending) setPhase({ kind: 'open' });
        }}
      />
      {phase.kind === 'failed' ? (
        <FormStatus kind="error" code={phase.code}>
          {phase.code === 'conflict-409' ? t('questions.conflict') : errorText(phase.code)}
        </FormStatus>
      ) : null}
      <div className="flex flex-wrap items-center gap-2.5">
        <Button type="submit" variant="primary" busy={pending} className="max-desk:min-h-11">
          {hasNext ? t('questions.act') : t('questions.actLast')}
        </Button>
        <Kbd className="pointer-coarse:hidden">Ctrl Enter</Kbd>
        <span className="ml-auto">
          <CharacterCount text={answer} max={LIMITS.studentText} />
        </span>
      </div>
    </form>
  );
}
