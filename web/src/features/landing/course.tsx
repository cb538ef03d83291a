import { LIMITS } from '@rasat/contract';
import { Text } from '../../ui/document/site-text.tsx';
import { Section, SectionHeading } from './section.tsx';

/** Renders the section about the course: the titles of the lessons, and how many have a video today. */
export function Course() {
  return (
    <Section id="kurs">
      <SectionHeading id="kurs" title="course.title" lead="course.lead" />
      <ol className="mt-7 grid grid-cols-4 gap-x-7 max-wide:grid-cols-2 max-tab:grid-cols-1">
        {Array.from({ length: LIMITS.lessons }, (_, at) => at + 1).map((number) => (
          <li
            key={number}
            data-lesson={number}
            className="flex min-h-17 gap-3 border-t border-line py-3 text-15"
          >
            <b className="num min-w-4 font-[560] text-brass">{number}</b>
            <span className="min-w-0">
              <span data-fill={`lesson ${number}`}>
                <Text name="course.lesson" /> {number}
              </span>
              <span hidden data-pending className="lbl block [[hidden]]:hidden">
                <Text name="course.pending" />
              </span>
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Shows that videos are pending, or that the course is not on sale; nothing while it is on sale and complete. */
export function CourseState() {
  return (
    <>
      <p
        hidden
        data-sale="pending"
        className="mt-4 max-w-[74ch] rounded-2 border border-warn-line bg-warn-bg px-3.5 py-2.5 text-14 leading-mid [[hidden]]:hidden"
      >
        <b>
          <Text name="course.today" /> <span className="num" data-fill="videos" />.
        </b>{' '}
        <span className="text-ink-2">
          <Text name="course.todayText" />
        </span>
      </p>
      <p
        hidden
        data-sale="closed"
        className="mt-4 max-w-[74ch] rounded-2 border border-warn-line bg-warn-bg px-3.5 py-2.5 text-14 leading-mid [[hidden]]:hidden"
      >
        <b>
          <Text name="course.closed" />
        </b>{' '}
        <span className="text-ink-2">
          <Text name="course.closedText" />
        </span>
      </p>
    </>
  );
}
