import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Loaded first by what is bundled: stacks of errors name the sources. Each map is read when a stack first needs it; Node's
// own way of doing this reads all of them at every start.

/** The folder of the bundle, as an address. */
const BUNDLE = pathToFileURL(`${path.dirname(import.meta.filename)}/`).href;

const maps = new Map<string, SourceMap | null>();

/** The map of a bundled file; null for a file without one. */
function mapOf(file: string): SourceMap | null {
  let map = maps.get(file);
  if (map === undefined) {
    try {
      map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
    } catch {
      map = null;
    }
    maps.set(file, map);
  }
  return map;
}

/** A line of a stack with the place in the source. */
function describeSite(site: NodeJS.CallSite): string {
  const text = (site as { toString(): string }).toString();
  const script = site.getFileName() ?? '';
  const line = site.getLineNumber();
  const column = site.getColumnNumber();
  if (line === null || column === null || !script.startsWith(BUNDLE)) return text;
  const file = fileURLToPath(script);
  const origin = mapOf(file)?.findOrigin(line, column);
  if (!origin || !('fileName' in origin)) return text;
  const source = pathToFileURL(path.resolve(path.dirname(file), origin.fileName)).href;
  return text.replace(
    `${script}:${line}:${column}`,
    () => `${source}:${origin.lineNumber}:${origin.columnNumber}`,
  );
}

Error.prepareStackTrace = (error, sites) =>
  [String(error), ...sites.map((site) => `    at ${describeSite(site)}`)].join('\n');
