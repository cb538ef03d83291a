import { LIMITS } from '@rasat/contract';
import { useErrorText, useFormats, useTranslation } from '../../../i18n/index.ts';
import { FormStatus } from '../../../ui/form.tsx';
import { useImageLimits } from './image-field.tsx';
import type { UploadState } from './image-upload.ts';
import type { SubmitPhase } from './use-submit.ts';

/**
 * Shows the state of a form above its submit button: an invalid field, a running upload, a refused image, or the error
 * of the server. `area` chooses the texts.
 */
export function SubmitBanner({
  area,
  phase,
  image,
  conflict,
}: {
  readonly area: 'question' | 'homework';
  readonly phase: SubmitPhase;
  readonly image: UploadState;
  /** Text for the error `conflict-409`. */
  readonly conflict: string;
}) {
  const { t } = useTranslation('education');
  const { t: form } = useTranslation('form');
  const { count } = useFormats();
  const imageText = useImageText();
  if (phase.kind === 'pending') return <FormStatus kind="pending">{form('pending')}</FormStatus>;
  if (phase.kind === 'error') {
    return <Refused code={phase.code} conflict={conflict} />;
  }
  const wrong = imageText(image);
  if (phase.kind === 'fault' && phase.fault === 'text') {
    return (
      <FormStatus kind="error">
        {t(`${area}.invalid`, { max: count(LIMITS.studentText) })}
      </FormStatus>
    );
  }
  // The reason for a refused image comes before the text that the image is missing.
  if (wrong !== null) {
    return (
      <FormStatus kind="error" {...(image.kind === 'failed' ? { code: image.code } : {})}>
        {wrong}
      </FormStatus>
    );
  }
  if (phase.kind === 'fault' && phase.fault === 'image') {
    return <FormStatus kind="error">{t('homework.needsImage')}</FormStatus>;
  }
  return image.kind === 'reading' || image.kind === 'sending' ? (
    <FormStatus kind="pending">{t(`${area}.uploading`)}</FormStatus>
  ) : null;
}

function Refused({ code, conflict }: { readonly code: string; readonly conflict: string }) {
  const { t } = useTranslation('education');
  const errorText = useErrorText();
  const text =
    code === 'not-found-404'
      ? t('image.gone')
      : code === 'conflict-409'
        ? conflict
        : `${errorText(code)}. ${t('kept')}`;
  return (
    <FormStatus kind="error" code={code}>
      {text}
    </FormStatus>
  );
}

/** Returns a function that explains why an image was not uploaded; null for an image without a fault. */
function useImageText(): (image: UploadState) => string | null {
  const { t } = useTranslation('education');
  const errorText = useErrorText();
  const limits = useImageLimits();
  return (image) => {
    if (image.kind === 'none') {
      return image.fault === null ? null : t(`image.fault.${image.fault}`, limits);
    }
    if (image.kind !== 'failed') return null;
    switch (image.code) {
      case 'unavailable-503':
        return t('image.away');
      case 'rate-429':
        return t('image.many');
      case 'media-type-415':
        return t('image.fault.type');
      case 'too-large-413':
        return t('image.fault.bytes', limits);
      default:
        return `${errorText(image.code)}. ${t('image.failedText')}`;
    }
  };
}
