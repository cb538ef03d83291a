import type { SessionInfo } from '../../../api/session/session.ts';
import type { LearningSectionName } from '../sections.ts';
import { EducationSection } from './education-section.tsx';
import { HomeworkSection } from './homework-section.tsx';
import { QuestionSection } from './question-section.tsx';
import { VideosSection } from './videos-section.tsx';

/** Renders a section of the course. The sections of the course share one lazily loaded chunk. */
export function LearningSection({
  section,
  info,
}: {
  readonly section: LearningSectionName;
  readonly info: SessionInfo;
}) {
  switch (section) {
    case 'education':
      return <EducationSection />;
    case 'videos':
      return <VideosSection info={info} />;
    case 'question':
      return <QuestionSection info={info} />;
    case 'homework':
      return <HomeworkSection info={info} />;
  }
}
