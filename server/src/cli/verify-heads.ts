import { type KeptHead, KeptHeadsError, readKeptHeads } from '@rasat/contract';
import { type KeptHeadsReport, verifyKeptHeads } from '../modules/record/index.ts';
import { StartError } from '../platform/start-error.ts';
import { withContext } from './command.ts';
import { readGivenFile } from './given-file.ts';

/**
 * Compares the heads of a file, which a reader kept, with the record of the database, and prints each difference.
 * Returns 0 when there is none. Throws `StartError` when the file has no heads.
 */
export async function verifyHeads(name: string): Promise<number> {
  const heads = await readHeadsNamed(name);
  const report = await withContext(({ db }) => verifyKeptHeads(db, heads));
  process.stdout.write(describe(heads, report));
  return report.differences.length === 0 ? 0 : 1;
}

async function readHeadsNamed(name: string): Promise<KeptHead[]> {
  const text = await readGivenFile(name);
  try {
    return readKeptHeads(text);
  } catch (error) {
    if (!(error instanceof KeptHeadsError)) throw error;
    throw new StartError(`${name} ${refusalOf(error)}`);
  }
}

function refusalOf({ code, field }: KeptHeadsError): string {
  switch (code) {
    case 'no-heads':
      return 'has no head of the record: expected one head or a list of heads, as GET /api/record/heads gives them.';
    case 'damaged':
      return `is damaged: "${field}" cannot be what it says.`;
  }
}

function describe(heads: readonly KeptHead[], report: KeptHeadsReport): string {
  const { ledgerRows, outcomes, differences, withoutOutcomesRoot } = report;
  const of = heads.length === 1 ? `the head of ${heads[0]?.day}` : `${heads.length} heads`;
  const lines = differences.map((what) => `heads: ${what}`);
  if (withoutOutcomesRoot.length > 0) {
    lines.push(
      `without a root over the outcomes: ${withoutOutcomesRoot.join(', ')}; of their outcomes only the number and the ` +
        'last hash were compared',
    );
  }
  lines.push(`${of} compared with the record of ${ledgerRows} rows and ${outcomes} outcomes`);
  lines.push(differences.length === 0 ? 'no difference' : `${differences.length} differences`);
  return `${lines.join('\n')}\n`;
}
