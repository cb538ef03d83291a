// Compares the page docs/analysis.md with the engine: links from the page, and links back to it. Functions over texts
// in memory.

/** Path of the page of rules. */
export const PAGE = 'docs/analysis.md';

/** Texts by their path from the root. */
export type Texts = ReadonlyMap<string, string>;

/** Link of a page to a name in a source, or to a test and words of its name. */
interface Link {
  readonly name: string;
  readonly file: string;
  /** Words that the test file must contain; empty without a quotation. */
  readonly words: string;
}

/** Heading of level two or three with the text up to the next one. */
interface Section {
  readonly anchor: string;
  readonly hasFormula: boolean;
  readonly functions: readonly Link[];
  readonly tests: readonly Link[];
}

/** Exported name of a source and the docstring directly above it. */
interface Exported {
  readonly kind: string;
  readonly docstring: string;
}

/** Folders whose exported functions compute published values. */
const PUBLISHED =
  /^(engine\/src\/(bars|boxes|cycle|display|gann|indicators|levels|price|seer|signals|stream|time|touch)|ledger\/src\/(baselines|figures))\//;

/** Exported functions of these folders that are not rules: by the beginning of the name, or by the name. */
const NO_RULE: readonly (readonly [names: RegExp, reason: string])[] = [
  [/^(blank|visit)[A-Z]/, 'makes or walks a state for snapshots'],
  [
    /^create(AverageRange|Spacing|Sinewave|TouchMeasure|ResolvedRows|Tally|Sums|Bucket|Clock|State|Engine)$/,
    'an empty state',
  ],
  [/^(restoreEngine|writeSnapshot|readSnapshot)$/, 'stores and reads the state'],
  [
    /^rescale(AverageRange|Pivot|PivotDetector|Sinewave)$/,
    'multiplies one part of the state for rescaleState',
  ],
  [
    /^(directionOf|detectorRule|gannBasis|copyOptions|coneSubject|numberOrNull)$/,
    'another form of the same value',
  ],
  [/^addSums$/, 'adds two rows of whole numbers'],
  [/Istanbul|^istanbul/, "the screens' clock: it enters nothing that is published"],
  [/^(dayNumber|weekdayOf|nthWeekday|lastWeekday)$/, 'arithmetic of the Gregorian calendar'],
];

/** Source of an expression for an exported statement; its groups are the kind and the name. */
const EXPORTED = String.raw`export (?:async )?(function|const|class|interface|type)\*? (\w+)`;
const EACH_EXPORTED = new RegExp(`^${EXPORTED}`, 'gm');
const FIRST_EXPORTED = new RegExp(String.raw`^\s*${EXPORTED}`);

/** Returns the anchor that GitHub makes of a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** Returns the links to sources, with their paths from the root; `folder` is that of the page. */
function listLinks(text: string, folder: string): Link[] {
  const links = text
    .replace(/\s+/g, ' ')
    .matchAll(/\[([^\]]+)\]\(([^)\s#]+\.tsx?)\)(?: “([^”]+)”)?/g);
  return [...links].map(([, name = '', target = '', words = '']) => ({
    name,
    file: new URL(target, `file:///${folder}/`).pathname.slice(1),
    words,
  }));
}

const isTest = ({ file }: Link): boolean => /\.test\.tsx?$/.test(file);

/** Returns the sections of a page; a section of level two excludes its sections of level three. */
export function listSections(page: string): Section[] {
  return page
    .split(/^(?=#{2,3} )/m)
    .slice(1)
    .map((text) => {
      const links = listLinks(text, 'docs');
      return {
        anchor: anchorOf(text.slice(0, text.indexOf('\n')).replace(/^#+ /, '')),
        hasFormula: text.includes('\n```'),
        functions: links.filter((link) => !isTest(link)),
        tests: links.filter(isTest),
      };
    });
}

/** Returns the exports of a source that are statements of their own, by name. */
function listExported(source: string): Map<string, Exported> {
  return new Map(
    [...source.matchAll(EACH_EXPORTED)].map(({ index, 1: kind = '', 2: name = '' }) => {
      const before = source.slice(0, index).trimEnd();
      const docstring = before.endsWith('*/') ? before.slice(before.lastIndexOf('/**')) : '';
      return [name, { kind, docstring }];
    }),
  );
}

const MENTION = /docs\/analysis\.md#([\w-]+)/g;

/** Returns every difference between the page and the sources, one sentence each. */
export function listFaults(page: string, sources: Texts): string[] {
  const sections = listSections(page);
  const exported = new Map([...sources].map(([file, source]) => [file, listExported(source)]));
  return [
    ...sections.flatMap((section) => faultsOf(section, sources, exported)),
    ...doubledAnchors(sections),
    ...brokenAnchors(page, sections),
    ...[...sources].flatMap(([file, source]) => strayMentions(file, source, sections)),
    ...listUnlinked(sections, exported),
  ];
}

function faultsOf(
  { anchor, hasFormula, functions, tests }: Section,
  sources: Texts,
  exported: ReadonlyMap<string, ReadonlyMap<string, Exported>>,
): string[] {
  const faults: string[] = [];
  if (hasFormula && functions.length === 0) faults.push(`${anchor} links no function`);
  if ((hasFormula || functions.length > 0) && tests.length === 0) {
    faults.push(`${anchor} links no test`);
  }
  for (const { name, file } of functions) {
    const found = exported.get(file)?.get(name);
    if (!sources.has(file)) faults.push(`${anchor} links ${file}, which is not there`);
    else if (!found) faults.push(`${anchor} links ${name}, which ${file} does not export`);
    else if (!mentionsOf(found.docstring).includes(anchor)) {
      faults.push(`the docstring of ${name} does not name ${PAGE}#${anchor}`);
    }
  }
  for (const { name, file, words } of tests) {
    const source = sources.get(file);
    if (source === undefined) faults.push(`${anchor} links ${file}, which is not there`);
    else if (!file.endsWith(`/${name}`)) faults.push(`${anchor} calls ${file} ${name}`);
    else if (words === '') faults.push(`${anchor} quotes nothing of ${file}`);
    else if (!source.replaceAll("\\'", "'").includes(words)) {
      faults.push(`${anchor} quotes “${words}”, which ${file} does not say`);
    }
  }
  return faults;
}

const mentionsOf = (text: string): string[] =>
  [...text.matchAll(MENTION)].map(([, anchor = '']) => anchor);

function doubledAnchors(sections: readonly Section[]): string[] {
  return sections
    .filter(({ anchor }, at) => sections.findIndex((one) => one.anchor === anchor) !== at)
    .map(({ anchor }) => `two sections are called ${anchor}`);
}

function brokenAnchors(page: string, sections: readonly Section[]): string[] {
  const known = new Set(sections.map(({ anchor }) => anchor));
  return [...page.matchAll(/\]\(#([^)]+)\)/g)]
    .filter(([, anchor = '']) => !known.has(anchor))
    .map(([, anchor]) => `the page links #${anchor}, which is no section of it`);
}

/**
 * Returns a fault for each mention of the page in a source whose section does not exist or does not link the export
 * below the mention.
 */
function strayMentions(file: string, source: string, sections: readonly Section[]): string[] {
  return [...source.matchAll(MENTION)].flatMap(({ index, 1: anchor = '' }) => {
    const below = source.slice(source.indexOf('*/', index) + 2);
    const name = FIRST_EXPORTED.exec(below)?.[2];
    const section = sections.find((one) => one.anchor === anchor);
    if (!section) return [`${file} names ${PAGE}#${anchor}, which is no section`];
    const isLinked = section.functions.some((link) => link.file === file && link.name === name);
    return isLinked ? [] : [`${file} names ${PAGE}#${anchor}, which does not link ${name ?? 'it'}`];
  });
}

/**
 * Returns a fault for each exported function of the published folders that no section links, each linked exception,
 * and each exception without a function.
 */
function listUnlinked(
  sections: readonly Section[],
  exported: ReadonlyMap<string, ReadonlyMap<string, Exported>>,
): string[] {
  const linked = new Set(
    sections.flatMap(({ functions }) => functions.map(({ name, file }) => `${file} ${name}`)),
  );
  const functions = [...exported]
    .filter(([file]) => PUBLISHED.test(file) && !/\.(test|soak|golden)\.ts$/.test(file))
    .flatMap(([file, names]) =>
      [...names].filter(([, { kind }]) => kind === 'function').map(([name]) => ({ file, name })),
    );
  const exceptionOf = (name: string) => NO_RULE.find(([names]) => names.test(name));
  const unlinked = functions
    .filter(({ file, name }) => !linked.has(`${file} ${name}`) && !exceptionOf(name))
    .map(({ file, name }) => `no section links ${name} of ${file}`);
  const doubled = functions
    .filter(({ file, name }) => linked.has(`${file} ${name}`) && exceptionOf(name))
    .map(({ name }) => `${name} is linked and counts as no rule`);
  const idle = NO_RULE.filter(([names]) => !functions.some(({ name }) => names.test(name))).map(
    ([names]) => `no function is called as the exception ${names.source}`,
  );
  return [...unlinked, ...doubled, ...idle];
}

/** Returns the links of a page under `folder` to missing sources, or to names that the source does not export. */
export function listBrokenLinks(page: string, folder: string, sources: Texts): string[] {
  return listLinks(page, folder).flatMap(({ name, file }) => {
    const source = sources.get(file);
    if (source === undefined) return [`${file} is not there`];
    const isName = /^\w+$/.test(name);
    return isName && !listExported(source).has(name) ? [`${file} does not export ${name}`] : [];
  });
}
