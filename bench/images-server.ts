import { readFileSync } from 'node:fs';
import { openSchool } from '../server/src/modules/education/testing/school.ts';

// `images-server.ts`: a server whose uploads are measured, and what its processes have cost.

/** What the parent may ask. */
export type ImagesCommand =
  /** An address for an image of a person who has sent none yet. */
  { readonly do: 'address'; readonly type: string } | { readonly do: 'cpu' | 'stop' };

/** Seconds of a processor. */
export interface ImagesCpu {
  readonly server: number;
  /** Of the processes that it has started, as far as they have ended. */
  readonly children: number;
}

/** `sysconf(_SC_CLK_TCK)` of Linux, in which /proc counts. */
const TICKS_A_SECOND = 100;

function readCpu(): ImagesCpu {
  const fields = readFileSync('/proc/self/stat', 'latin1').split(') ')[1]?.split(' ') ?? [];
  const seconds = (from: number): number =>
    (Number(fields[from]) + Number(fields[from + 1])) / TICKS_A_SECOND;
  // proc(5): utime, stime, cutime and cstime are the fields 14 to 17, and the third is the first here.
  return { server: seconds(11), children: seconds(13) };
}

const ends: (() => Promise<void> | void)[] = [];
const school = await openSchool({ after: (end) => void ends.push(end) });

async function answer(command: ImagesCommand): Promise<object> {
  if (command.do === 'cpu') return readCpu();
  if (command.do === 'address') {
    const { url } = await school.imageUrl(await school.student(), command.type);
    return { url: new URL(url, school.server.origin).href };
  }
  for (const end of ends.toReversed()) await end();
  return {};
}

// A parent that failed wants nothing any more.
process.on('disconnect', () => process.exit());
process.on('message', (command: ImagesCommand) => {
  void answer(command).then((reply) => {
    process.send?.(reply, () => command.do === 'stop' && process.exit());
  });
});
process.send?.({});
