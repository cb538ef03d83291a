import { WebSocket } from 'ws';

// `minutes-reader.ts VENUE`: a process that only receives and parses the minutes of the venue. It answers each command
// with `MinutesUsage`.

/** What it reads. */
export interface ReadMinutes {
  readonly streamUrl: string;
  readonly key: string;
  readonly symbols: readonly string[];
}

/** CPU time since the start, and the minutes that were read. */
export interface MinutesUsage {
  readonly cpuMs: number;
  readonly minutes: number;
}

const { streamUrl, key, symbols } = JSON.parse(process.argv[2] ?? '{}') as ReadMinutes;
let minutes = 0;
const socket = new WebSocket(`${streamUrl}/stocks`);
const say = (action: string, params: string): void =>
  socket.send(JSON.stringify({ action, params }));
socket.on('open', () => say('auth', key));
socket.on('message', (data: Buffer) => {
  for (const { ev, status } of JSON.parse(data.toString()) as { ev: string; status?: string }[]) {
    if (ev === 'AM') minutes += 1;
    if (status === 'auth_success') say('subscribe', symbols.map((one) => `AM.${one}`).join());
  }
});
// The parent has failed.
process.on('disconnect', () => process.exit());
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1000, minutes } satisfies MinutesUsage);
});
process.send?.({});
