import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Loaded first by each entry of the bundle: maps error stacks to the sources. Each source map is read when a stack
// first needs it; Node's own option reads all of them at every start.

/** Folder of the bundle, as a URL. */
const BUNDLE = pathToFileURL(`${path.dirname(import.meta.filename)}/`).href;

const maps = new Map<string, SourceMap | null>();

/** Returns the source map of a bundled file; null for a file without one. */
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

/** Returns a line of a stack with its position in the source. */
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
