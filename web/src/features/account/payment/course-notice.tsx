import type { Offers } from '../../../api/calls/offers.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { FormStatus } from '../../../ui/form.tsx';

function countVideos({ lessons }: Offers['course']) {
  return { videos: lessons.filter(({ hasVideo }) => hasVideo).length, lessons: lessons.length };
}

/** Returns whether every lesson has its video. */
export function hasAllVideos({ lessons }: Offers['course']): boolean {
  return lessons.every(({ hasVideo }) => hasVideo);
}

/**
 * Warns before a payment that the course is not on sale or that videos are pending. A subscription needs the course, so
 * its purchase shows the notice too. Renders nothing when the course is on sale and complete.
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
  if (hasAllVideos(course)) return null;
  return (
    <FormStatus kind="notice">
      <p className="font-med">
        <VideosToday course={course} />
      </p>
      <p className="text-ink-2">{t('course.pendingText')}</p>
    </FormStatus>
  );
}

/** Says in one sentence how many lessons have a video. */
export function VideosToday({ course }: { readonly course: Offers['course'] }) {
  const { t } = useTranslation('payment');
  const counts = countVideos(course);
  return counts.videos === 0 ? t('course.noVideos', counts) : t('course.someVideos', counts);
}
