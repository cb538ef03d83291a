import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { median, type Report } from './report.ts';

const CLIENTS = 1000;
const IDLE_CLIENTS = 5000;
const ROUNDS = 3;
const VARIANTS = ['raw', 'socket.io', 'rasat'] as const;
type Variant = (typeof VARIANTS)[number];

interface Shape {
  readonly perPeriod: number;
  readonly periods: number;
}

const file = (name: string): string => path.join(import.meta.dirname, name);

function ask<T>(child: ChildProcess, command?: unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (answer) => resolve(answer as T));
    child.once('exit', (code) =>
      reject(new Error(`a process of the benchmark ended with ${code}`)),
    );
    if (command) child.send(command);
  });
}

async function withClients<T>(
  variant: Variant,
  clients: number,
  use: (server: ChildProcess, client: ChildProcess) => Promise<T>,
): Promise<T> {
  const server = fork(file('fan-out-server.ts'), [variant], { execArgv: ['--expose-gc'] });
  server.setMaxListeners(0);
  const { port } = await ask<{ port: number }>(server);
  const client = fork(file('fan-out-client.ts'), [variant, String(port), String(clients)]);
  client.setMaxListeners(0);
  try {
    await ask(client);
    return await use(server, client);
  } finally {
    client.kill('SIGKILL');
    server.kill('SIGKILL');
  }
}

/** Ticks that reach clients per second of the server's CPU, and the 99th percentile of their delay. */
async function measure(variant: Variant, shape: Shape): Promise<{ perCpu: number; p99: number }> {
  return withClients(variant, CLIENTS, async (server, client) => {
    const publish = { do: 'publish', periodMs: 50, ...shape };
    await ask(server, { ...publish, periods: 5 });
    await ask(client, 'reset');
    const { ticks, cpuSeconds } = await ask<{ ticks: number; cpuSeconds: number }>(server, publish);
    const { p99, received } = await ask<{ p99: number; received: number }>(client, 'report');
    if (received < ticks * 0.99)
      throw new Error(`${variant}: ${received} of ${ticks} ticks arrived`);
    return { perCpu: ticks / cpuSeconds, p99 };
  });
}

async function idleKilobytes(variant: Variant): Promise<number> {
  return withClients(variant, IDLE_CLIENTS, async (server) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { rss, clients } = await ask<{ rss: number; clients: number }>(server, { do: 'rss' });
    return rss / 1024 / clients;
  });
}

/** One process, loopback: raw socket writes, socket.io rooms, and the live socket of the product. */
export async function run(report: Report): Promise<void> {
  const one: Shape = { perPeriod: 1, periods: 40 };
  const ten: Shape = { perPeriod: 10, periods: 20 };
  const results = new Map<string, { perCpu: number[]; p99: number[] }>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, shape] of [
      ['one', one],
      ['ten', ten],
    ] as const) {
      for (const variant of VARIANTS) {
        const { perCpu, p99 } = await measure(variant, shape);
        const list = results.get(`${variant} ${name}`) ?? { perCpu: [], p99: [] };
        list.perCpu.push(perCpu);
        list.p99.push(p99);
        results.set(`${variant} ${name}`, list);
      }
    }
  }
  const cpu = (key: string): number => median(results.get(key)?.perCpu ?? []);
  const late = (key: string): number => median(results.get(key)?.p99 ?? []);
  const section = `fan-out, ${CLIENTS} clients`;
  const ours = cpu('rasat one');
  report.add(section, 'one tick a window', ours, 'ticks/cpu-s', {
    baseline: { name: 'raw socket.write', value: cpu('raw one') },
    goal: { text: 'F1: >= 0.88 x raw', of: 'ratio', atLeast: 0.88 },
  });
  report.add(section, 'one tick a window', ours, 'ticks/cpu-s', {
    baseline: { name: 'socket.io rooms', value: cpu('socket.io one') },
    goal: { text: 'F2: >= 1.4 x socket.io', of: 'ratio', atLeast: 1.4 },
  });
  report.add(section, 'ten symbols a window', cpu('rasat ten'), 'ticks/cpu-s', {
    baseline: { name: 'socket.io rooms', value: cpu('socket.io ten') },
    goal: { text: 'F3: >= 10 x socket.io', of: 'ratio', atLeast: 10 },
  });
  report.add(section, 'ten symbols a window', cpu('rasat ten'), 'ticks/cpu-s', {
    baseline: { name: 'raw write of each tick', value: cpu('raw ten') },
    goal: { text: 'F3: >= 6 x a loop that writes each tick', of: 'ratio', atLeast: 6 },
  });
  report.add(section, 'p99 delay at 20 a second, window of 5 ms', late('rasat one') - 5, 'ms', {
    baseline: { name: 'raw socket.write', value: late('raw one') },
    goal: { text: 'F4: <= 1.25 x raw, window apart', of: 'ratio', atMost: 1.25 },
  });
  const idle = await idleKilobytes('rasat');
  report.add('fan-out, 5,000 idle clients', 'memory for each', idle, 'KB', {
    baseline: { name: 'socket.io', value: await idleKilobytes('socket.io') },
    goal: { text: 'F5: <= 10 KB and <= 0.4 x socket.io', of: 'ratio', atMost: 0.4 },
  });
  report.note(`F5 in absolute terms: ${idle.toFixed(1)} KB for each idle client, goal 10.`);
}
