import { readFileSync } from 'node:fs';
import { openSchool } from '../server/src/modules/education/testing/school.ts';

// `images-server.ts`: a server for measuring uploads and the CPU of its processes.

/** The commands of the parent process. */
export type ImagesCommand =
  /** Requests an address for an image of a new person. */
  { readonly do: 'address'; readonly type: string } | { readonly do: 'cpu' | 'stop' };

/** Seconds of a processor. */
export interface ImagesCpu {
  readonly server: number;
  /** Of its ended child processes. */
  readonly children: number;
}

/** `sysconf(_SC_CLK_TCK)` of Linux, in which /proc counts. */
const TICKS_A_SECOND = 100;

function readCpu(): ImagesCpu {
  const fields = readFileSync('/proc/self/stat', 'latin1').split(') ')[1]?.split(' ') ?? [];
  const seconds = (from: number): number =>
    (Number(fields[from]) + Number(fields[from + 1])) / TICKS_A_SECOND;
  // proc(5): utime, stime, cutime and cstime are the fields 14 to 17; this list starts at field 3.
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

// The parent has failed.
process.on('disconnect', () => process.exit());
process.on('message', (command: ImagesCommand) => {
  void answer(command).then((reply) => {
    process.send?.(reply, () => command.do === 'stop' && process.exit());
  });
});
process.send?.({});
