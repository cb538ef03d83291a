import type { BUILD_FAULTS } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import { readEngineBuild, unpackEngineBuild } from '../../platform/engine-build.ts';
import { type BuildRow, findArchive, findPublisherWait, listBuilds } from '../signals/index.ts';
import { type ChainRow, isRegisterRow } from './verify-chains.ts';

/**
 * Way in which the register of builds breaks a rule of docs/formats/builds.md: a row of a version that no build row
 * precedes; a build without an archive; an archive of another build; a build that is registered under two versions of
 * engine or Node; a newest build that does not run.
 */
export type BuildFaultCode = (typeof BUILD_FAULTS)[number];

/** Broken rule, with the row of the ledger's chain that breaks it. */
export interface BuildFault {
  readonly code: BuildFaultCode;
  readonly seq: number;
  readonly createdAt: number;
  /** Description as a sentence. */
  readonly what: string;
}

/** Check of the registered builds. */
export interface BuildRules {
  /** Checks a row of the ledger's chain; rows may come in any order. */
  readonly content: (row: ChainRow) => void;
  /** Returns the faults of the rows, and those of the builds themselves. */
  end(): Promise<BuildFault[]>;
}

/** Returns the hash of the build that this program is. */
export async function runningBuild(): Promise<string> {
  return (await readEngineBuild()).hash;
}

/**
 * Starts the check of the registered builds. `running` reads the hash of the build that runs; it is not called while no
 * build is registered. Rows before the first build row are inherited and checked by no rule.
 */
export async function startBuildRules(db: Db, running: () => Promise<string>): Promise<BuildRules> {
  const builds = await listBuilds(db);
  const [first] = builds;
  const firstOf = new Map<string, number>();
  for (const { seq, detail } of builds) {
    if (!firstOf.has(detail.version)) firstOf.set(detail.version, seq);
  }
  /** First row of each version that lies before its build, and the number of such rows. */
  const early = new Map<string, { seq: number; createdAt: number; count: number }>();
  return {
    content(row) {
      if (!first || row.seq < first.seq || 'no' in row || isRegisterRow(row)) return;
      const { seq, createdAt, engineVersion } = row;
      if ((firstOf.get(engineVersion) ?? Number.POSITIVE_INFINITY) < seq) return;
      const known = early.get(engineVersion);
      if (!known) early.set(engineVersion, { seq, createdAt, count: 1 });
      else {
        if (seq < known.seq) Object.assign(known, { seq, createdAt });
        known.count += 1;
      }
    },
    async end() {
      const ofRows = [...early].map(([version, { seq, createdAt, count }]): BuildFault => {
        const what = `${count} rows of version ${version}, the first is ${seq}, have no build before them`;
        return { code: 'row-without-build', seq, createdAt, what };
      });
      return [...ofRows, ...(await checkBuilds(db, builds, running))];
    },
  };
}

async function checkBuilds(
  db: Db,
  builds: readonly BuildRow[],
  running: () => Promise<string>,
): Promise<BuildFault[]> {
  const faults: BuildFault[] = [];
  const add = (code: BuildFaultCode, { seq, createdAt }: BuildRow, what: string): void => {
    faults.push({ code, seq, createdAt, what: `row ${seq}: ${what}` });
  };
  const known = new Map<string, BuildRow>();
  for (const row of builds) {
    const { build, version, node } = row.detail;
    const before = known.get(build);
    if (!before) {
      known.set(build, row);
      const archive = await findArchive(db, build);
      if (!archive) add('archive-missing', row, `the build ${build} has no archive`);
      else if (!isArchiveOf(archive, row)) {
        add('archive-differs', row, `the archive of the build ${build} is that of another build`);
      }
    } else if (before.detail.version !== version || before.detail.node !== node) {
      add('build-changed', row, `the build ${build} is registered otherwise in row ${before.seq}`);
    }
  }
  const newest = builds.at(-1);
  if (newest) {
    const own = await running();
    const wait = await findPublisherWait(db);
    const isInCheck = wait?.why === 'checking' && wait.build === own;
    if (own !== newest.detail.build && !isInCheck) {
      add('build-not-running', newest, `the newest build is ${newest.detail.build}; ${own} runs`);
    }
  }
  return faults;
}

function isArchiveOf(archive: Buffer, { detail }: BuildRow): boolean {
  try {
    const { hash, node } = unpackEngineBuild(archive);
    return hash === detail.build && node === detail.node;
  } catch {
    return false;
  }
}
