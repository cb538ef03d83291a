import path from 'node:path';
import { createReport, type Report } from './report.ts';

/** The sections in their order; each module is loaded on demand. */
const SECTIONS: Readonly<Record<string, () => Promise<{ run(report: Report): Promise<void> }>>> = {
  engine: () => import('./engine.ts'),
  storage: () => import('./storage.ts'),
  history: () => import('./history.ts'),
  scale: () => import('./scale.ts'),
  load: () => import('./load.ts'),
  trades: () => import('./trades.ts'),
  minutes: () => import('./minutes.ts'),
  lists: () => import('./lists.ts'),
  record: () => import('./record.ts'),
  auth: () => import('./auth.ts'),
  images: () => import('./images.ts'),
  fanout: () => import('./fan-out.ts'),
  chart: () => import('./chart.ts'),
  pages: () => import('./pages.ts'),
  start: () => import('./cold-start.ts'),
  bundle: () => import('./bundle.ts'),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(SECTIONS, name));
if (unknown.length) {
  console.error(
    `No such section: ${unknown.join(', ')}. There are: ${Object.keys(SECTIONS).join(', ')}.`,
  );
  process.exit(1);
}
const report = createReport();
let failed = 0;
for (const [name, load] of Object.entries(SECTIONS)) {
  if (asked.length && !asked.includes(name)) continue;
  try {
    await (await load()).run(report);
  } catch (error) {
    failed++;
    report.note(
      `${name}: could not be measured: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
console.log(
  `\nWritten to ${path.relative(process.cwd(), report.save(path.join(import.meta.dirname, 'results')))}`,
);
process.exitCode = failed ? 1 : 0;
