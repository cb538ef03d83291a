import { LIMITS } from '@rasat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { readFailure } from '../../../ui/failure.ts';
import { homeworkQuery } from './calls.ts';
import type { Draft } from './draft.ts';
import { DraftText } from './draft-text.tsx';
import {
  ImageButton,
  ImageRow,
  imageDropHandlers,
  UploadAnnouncer,
  useImageLimits,
} from './image-field.tsx';
import { SubmitBanner } from './submit-banner.tsx';
import { useSubmit } from './use-submit.ts';

/** Renders the form of a homework draft: text, image and submit button. */
export function HomeworkForm({
  number,
  draft,
  onSent,
}: {
  readonly number: number;
  readonly draft: Draft;
  readonly onSent: () => void;
}) {
  const { t } = useTranslation('education');
  const { count } = useFormats();
  const limits = useImageLimits();
  const client = useQueryClient();
  const renew = () => client.invalidateQueries({ queryKey: homeworkQuery().queryKey, exact: true });
  const submitForm = useSubmit(draft, true, async (text, imageId) => {
    try {
      await call('handIn', { body: { text, homeworkNumber: number, imageId: imageId ?? '' } });
    } catch (error) {
      if (readFailure(error).code === 'conflict-409') await renew();
      throw error;
    }
    await renew();
    onSent();
  });
  const { state, phase, closed, button, form, onSubmit } = submitForm;
  const busy = state.image.kind === 'reading' || state.image.kind === 'sending';
  const hint = `homework-image-${number}`;
  return (
    <form ref={form} noValidate onSubmit={onSubmit} {...imageDropHandlers(draft, closed)}>
      <fieldset disabled={closed} className="grid min-w-0 gap-3">
        <DraftText
          draft={draft}
          submitForm={submitForm}
          label={t('homework.text')}
          rows={6}
          error={t('homework.invalidField', { max: count(LIMITS.studentText) })}
        />
        <div className="grid gap-2">
          <ImageRow draft={draft} image={state.image} />
          <div className="flex flex-wrap items-center gap-2.5">
            <ImageButton
              draft={draft}
              chosen={state.image.kind !== 'none'}
              buttonRef={button}
              describedBy={hint}
            />
            <span id={hint} className="min-w-0 flex-1 basis-52 text-12 leading-mid text-ink-3">
              {t('image.hint', limits)}{' '}
              <span className="pointer-coarse:hidden">{t('image.hintMore')}</span>
            </span>
          </div>
          <UploadAnnouncer image={state.image} />
        </div>
        <SubmitBanner
          area="homework"
          phase={phase}
          image={state.image}
          conflict={t('homework.closed')}
        />
        <div className="flex flex-wrap items-center gap-2.5">
          <Button
            type="submit"
            variant="primary"
            size="lg"
            busy={phase.kind === 'pending'}
            disabled={busy}
          >
            {t('homework.send')}
          </Button>
          <span className="text-12 text-ink-3">{t('homework.note')}</span>
        </div>
      </fieldset>
    </form>
  );
}
