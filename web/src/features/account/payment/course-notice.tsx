import type { Offers } from '../../../api/calls/offers.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { FormStatus } from '../../../ui/form.tsx';

function countVideos({ lessons }: Offers['course']) {
  return { videos: lessons.filter(({ hasVideo }) => hasVideo).length, lessons: lessons.length };
}

/** Whether every lesson has its video. */
export function isWhole({ lessons }: Offers['course']): boolean {
  return lessons.every(({ hasVideo }) => hasVideo);
}

/**
 * What somebody has to know of the course before they pay for it or for what needs it: that it is not on sale, or that
 * videos are pending. Nothing while it is sold and whole.
 */
export function CourseNotice({ course }: { readonly course: Offers['course'] }) {
  const { t } = useTranslation('payment');
  if (!course.onSale) {
    return (
      <FormStatus kind="notice">
        <p className="font-med">{t('course.closed')}</p>
        <p className="text-ink-2">{t('course.closedText')}</p>
      </FormStatus>
    );
  }
  if (isWhole(course)) return null;
  return (
    <FormStatus kind="notice">
      <p className="font-med">
        <VideosToday course={course} />
      </p>
      <p className="text-ink-2">{t('course.pendingText')}</p>
    </FormStatus>
  );
}

/** In one sentence, how many lessons have a video today. */
export function VideosToday({ course }: { readonly course: Offers['course'] }) {
  const { t } = useTranslation('payment');
  const counts = countVideos(course);
  return counts.videos === 0 ? t('course.noVideos', counts) : t('course.someVideos', counts);
}
