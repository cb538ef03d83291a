import { loadTexts } from '../../i18n/index.ts';
import { RecordPage } from './record-page.tsx';

/** Loads the texts of the page before it is painted. */
export async function clientLoader() {
  await loadTexts('record');
  return null;
}

/** Renders the record: the result of every signal beside its matched entries. It needs no sign-in. */
export default function RecordRoute() {
  return <RecordPage />;
}
