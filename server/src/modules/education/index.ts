export {
  answerQuestion,
  countWaiting,
  type NotifiedStudent,
  readQuestions,
  readSubmittedHomework,
  reviewHomework,
} from './answers-and-reviews.ts';
export type { EducationContext } from './context.ts';
export { seedEducation } from './course.ts';
export {
  readCourse,
  readPlatformVideos,
  removePlatformVideo,
  saveLesson,
  savePlatformVideo,
  saveTask,
} from './course-editing.ts';
export { listCourse } from './lessons.ts';
export { educationData, educationRetention } from './personal-data.ts';
export { type EducationRoutesOptions, registerEducationRoutes } from './routes.ts';
export { listStoredFiles } from './upload-store.ts';
export { openVideoUpload } from './uploads.ts';
