import type { AnyStandIn } from './stand-in-server.ts';

/** The part of a stand-in that a process of its own needs. */
interface Served<Name extends string> extends Pick<AnyStandIn, 'url' | 'streamUrl' | 'stop'> {
  readonly faults: { begin(name: Name, times?: number): void; end(name?: Name): void };
}

/**
 * Serves a stand-in until the process is told to end: prints one line of JSON, {"url", "streamUrl"}, and switches faults
 * by lines on the standard input: `begin NAME [TIMES]`, `end [NAME]`. Other names do nothing.
 */
export function serveStandIn<Name extends string>(
  standIn: Served<Name>,
  faults: Readonly<Record<Name, number>>,
): void {
  const { url, streamUrl } = standIn;
  const isFault = (name: string): name is Name => name in faults;
  process.stdout.write(`${JSON.stringify({ url, streamUrl })}\n`);
  process.stdin.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n')) {
      const [word, name = '', times] = line.trim().split(' ');
      if (word === 'begin' && isFault(name))
        standIn.faults.begin(name, times === undefined ? undefined : Number(times));
      else if (word === 'end') standIn.faults.end(isFault(name) ? name : undefined);
    }
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void standIn.stop().then(() => process.exit(0)));
}
