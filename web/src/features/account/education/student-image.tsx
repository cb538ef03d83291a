import { useTranslation } from '../../../i18n/index.ts';
import { type ImageMark, MarkedImage } from '../../../ui/marked-image.tsx';

/** Shows a submitted image with the reviewer's marks; a press enlarges it. */
export function StudentImage({
  src,
  name,
  marks,
  onFail,
}: {
  readonly src: string;
  readonly name: string;
  readonly marks?: readonly ImageMark[];
  readonly onFail?: () => void;
}) {
  const { t } = useTranslation('education');
  const { t: words } = useTranslation('words');
  return (
    <MarkedImage
      src={src}
      alt={name}
      {...(marks ? { marks } : {})}
      {...(onFail ? { onFail } : {})}
      labels={{
        view: t('image.view', { name }),
        title: name,
        close: words('close'),
        marks: t('homework.marks'),
        unavailable: t('image.unavailable'),
      }}
    />
  );
}
