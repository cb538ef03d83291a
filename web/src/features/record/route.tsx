import { loadTexts } from '../../i18n/index.ts';
import { RecordPage } from './record-page.tsx';

/** The words of the page are there before it is painted. */
export async function clientLoader() {
  await loadTexts('record');
  return null;
}

/** The record: what every signal was worth beside matched entries. Open to everybody. */
export default function RecordRoute() {
  return <RecordPage />;
}
