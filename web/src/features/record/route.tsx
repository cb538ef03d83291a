import { loadTexts } from '../../i18n/index.ts';
import { loadCalibration } from './load-calibration.ts';
import { RecordPage } from './record-page.tsx';
import { readTab } from './record-view.ts';

/** Loads the texts of the page before it is painted, and those of the calibration only for its tab. */
export async function clientLoader({ request }: { readonly request: Request }) {
  const tab = readTab(new URL(request.url).searchParams);
  await Promise.all([loadTexts('record'), ...(tab === 'calibration' ? [loadCalibration()] : [])]);
  return null;
}

/** Renders the record: the result of every signal beside its matched entries. It needs no sign-in. */
export default function RecordRoute() {
  return <RecordPage />;
}
