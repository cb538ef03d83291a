import { LIMITS } from '@rasat/contract';
import { useId } from 'react';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { IconButton } from '../../../ui/button.tsx';
import { FieldFault } from '../../../ui/form.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { MarkNumber } from '../../../ui/marked-image.tsx';
import {
  changeMark,
  type DraftMark,
  type ReviewDraft,
  type ReviewFault,
  removeMark,
} from './draft.ts';

/** Renders the marks of a review with their remarks, in the order of the image. */
export function MarkEditor({
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
  const { marks } = draft;
  const full = marks.length >= LIMITS.marks;
  return (
    <>
      {marks.length === 0 ? null : (
        <ol aria-label={t('homework.marks')} className="grid gap-1.5">
          {marks.map((mark, at) => (
            <li key={mark.id} data-field={`mark-${mark.id}`}>
              <MarkRow
                mark={mark}
                number={at + 1}
                wrong={fault?.at === 'mark' && fault.id === mark.id}
                onWrite={(text) => onChange(changeMark(draft, mark.id, { text }))}
                onRemove={() => onChange(removeMark(draft, mark.id))}
              />
            </li>
          ))}
        </ol>
      )}
      {marks.length === 0 || full ? (
        <p role="status" className="text-12 text-ink-3">
          {full ? t('homework.marksFull', { max: count(LIMITS.marks) }) : t('homework.marksHint')}
        </p>
      ) : null}
    </>
  );
}

function MarkRow({
  mark,
  number,
  wrong,
  onWrite,
  onRemove,
}: {
  readonly mark: DraftMark;
  readonly number: number;
  readonly wrong: boolean;
  readonly onWrite: (text: string) => void;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation('adminLearning');
  const note = useId();
  return (
    <>
      <div className="flex items-start gap-2">
        <MarkNumber number={number} className="mt-1.5 max-desk:mt-3" />
        <textarea
          rows={1}
          value={mark.text}
          maxLength={LIMITS.markText}
          aria-label={t('homework.markText', { number })}
          aria-invalid={wrong}
          aria-describedby={wrong ? note : undefined}
          placeholder={t('homework.markPlaceholder')}
          onChange={({ target }) => onWrite(target.value.replace(/\n/g, ' '))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            // After Enter the focus returns to the image, where the next mark is put.
            document.querySelector<HTMLElement>('[data-surface]')?.focus();
          }}
          className="field-sizing-content min-h-8 w-full min-w-0 flex-1 resize-none rounded-2 border border-line-ctl bg-s2 px-2 py-1.25 leading-mid aria-invalid:border-bad max-desk:min-h-11 max-desk:py-2 max-desk:text-16"
        />
        <IconButton label={t('homework.removeMark', { number })} onClick={onRemove}>
          <Icon name="close" size={14} />
        </IconButton>
      </div>
      {wrong ? (
        <FieldFault id={note} className="mt-1 ml-7">
          {t('homework.markFault', { number })}
        </FieldFault>
      ) : null}
    </>
  );
}
