import { useTranslation } from '../../i18n/index.ts';
import { type ImageMark, MarkedImage } from '../../ui/marked-image.tsx';

/** Returns the labels of the large view of a student's image. */
export function useImageLabels(name: string) {
  const { t } = useTranslation('adminLearning');
  const { t: admin } = useTranslation('admin');
  return {
    view: t('image.view', { name }),
    title: name,
    close: admin('close'),
    marks: t('image.marks'),
    unavailable: t('image.unavailable'),
  };
}

/** Renders a student's image; a press opens its large view. */
export function StudentImage({
  src,
  name,
  marks = [],
  onFail,
  className,
}: {
  readonly src: string;
  readonly name: string;
  readonly marks?: readonly ImageMark[];
  readonly onFail: () => void;
  readonly className?: string;
}) {
  const labels = useImageLabels(name);
  return (
    <MarkedImage
      src={src}
      alt={name}
      marks={marks}
      labels={labels}
      onFail={onFail}
      {...(className === undefined ? {} : { className })}
    />
  );
}
