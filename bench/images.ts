import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import {
  HOSTILE_IMAGES,
  type HostileImage,
} from '../server/src/modules/education/testing/hostile-images.ts';
import { type Child, startChild } from './child.ts';
import type { ImagesCommand, ImagesCpu } from './images-server.ts';
import { median, type Report } from './report.ts';

const SECTION = `images, ${Object.keys(HOSTILE_IMAGES).length} hostile ones`;
const ROUNDS = 3;
/** Time after which the server has the hostile image and has started on it. */
const HEAD_START_MS = 20;
const CPU_GOAL_S = 10;
const DELAY_GOAL_S = 3;
const ACCEPTED = 200;

/** The cost of one image. */
interface Cost {
  readonly name: string;
  /** CPU of the image's process and of the server. */
  readonly cpu: ImagesCpu;
  /** Seconds of another person's concurrent upload, per round. */
  readonly besideS: readonly number[];
}

/** Sends images to one server. */
interface Sender {
  /** Opens an address for the image. The returned function sends the image and resolves with the seconds. */
  open(this: void, image: HostileImage): Promise<() => Promise<number>>;
  cpu(): Promise<ImagesCpu>;
}

function createSender(server: Child): Sender {
  const ask = <T>(command: ImagesCommand): Promise<T> => server.ask<T>(command);
  return {
    cpu: () => ask({ do: 'cpu' }),
    async open(image) {
      const { url } = await ask<{ url: string }>({ do: 'address', type: `image/${image[0]}` });
      return () => put(url, image);
    },
  };
}

/** Returns the seconds from the first byte to the reply. Throws for an unexpected status. */
async function put(url: string, [type, body, status]: HostileImage): Promise<number> {
  const startMs = performance.now();
  const reply = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': `image/${type}`, 'sec-fetch-site': 'same-origin' },
    body: body as NonNullable<RequestInit['body']>,
  });
  await reply.arrayBuffer();
  if (reply.status !== status) {
    throw new Error(`a ${type} of ${body.length} bytes was answered ${reply.status}`);
  }
  return (performance.now() - startMs) / 1000;
}

async function sendAlone({ open }: Sender, image: HostileImage): Promise<number> {
  const send = await open(image);
  return send();
}

/** Returns a photograph of two megapixels, like those that people send. */
async function makePhotograph(): Promise<HostileImage> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const create = { width: 1600, height: 1200, channels: 3, background: '#000000', noise } as const;
  return ['jpeg', await sharp({ create }).blur(2).jpeg().toBuffer(), ACCEPTED];
}

/** Sends an ordinary image while `hostile` are processed. Returns the seconds of the ordinary one. */
async function sendBeside(
  { open }: Sender,
  ordinary: HostileImage,
  hostile: readonly HostileImage[],
): Promise<number> {
  const sendOrdinary = await open(ordinary);
  const sends: (() => Promise<number>)[] = [];
  for (const image of hostile) sends.push(await open(image));
  const others = Promise.all(sends.map((send) => send()));
  // Awaited below; an earlier rejection must not end the process.
  others.catch(() => {});
  await pause(HEAD_START_MS);
  const took = await sendOrdinary();
  await others;
  return took;
}

async function measureOne(
  sender: Sender,
  ordinary: HostileImage,
  [name, image]: readonly [string, HostileImage],
): Promise<Cost> {
  const before = await sender.cpu();
  await sendAlone(sender, image);
  const after = await sender.cpu();
  const cpu = {
    server: after.server - before.server,
    children: after.children - before.children,
  };
  const besideS: number[] = [];
  while (besideS.length < ROUNDS) besideS.push(await sendBeside(sender, ordinary, [image]));
  return { name, cpu, besideS };
}

function tell(report: Report, aloneS: number, costs: readonly Cost[], besideTwoS: number): void {
  const totalOf = ({ cpu }: Cost): number => cpu.server + cpu.children;
  const delayOf = ({ besideS }: Cost): number => median(besideS) - aloneS;
  const worst = (of: (cost: Cost) => number): Cost =>
    costs.reduce((most, cost) => (of(cost) > of(most) ? cost : most));
  const dearest = worst(totalOf);
  report.add(SECTION, 'most CPU of one, its process', dearest.cpu.children, 's', {
    goal: { text: `<= ${CPU_GOAL_S} s`, of: 'value', atMost: CPU_GOAL_S },
  });
  report.add(
    SECTION,
    "most CPU of one, the server's own",
    Math.max(...costs.map(({ cpu }) => cpu.server)),
    's',
  );
  const slowest = worst(delayOf);
  const baseline = { name: 'the same upload alone', value: aloneS };
  const goal = { text: `delay <= ${DELAY_GOAL_S} s`, of: 'value', atMost: DELAY_GOAL_S } as const;
  report.add(SECTION, "another person's upload beside one", median(slowest.besideS), 's', {
    baseline,
  });
  report.add(SECTION, 'the longest such delay', delayOf(slowest), 's', { goal });
  report.add(SECTION, 'beside the dearest of two people at once', besideTwoS, 's', { baseline });
  report.note(`The dearest: ${dearest.name}. The longest delay: beside ${slowest.name}.`);
  report.note(
    `Left out: TLS, a slow sender, the database's sync, a remote store. A delay is the median of ${ROUNDS} uploads of a photograph of 2 megapixels, begun ${HEAD_START_MS} ms after the hostile one; more than two people who send hostile images at the same time make it longer, by half of what each costs.`,
  );
}

async function measureAll(report: Report, sender: Sender): Promise<void> {
  const ordinary = await makePhotograph();
  // The first image warms up compiler and files.
  await sendAlone(sender, ordinary);
  const alone: number[] = [];
  const costs: Cost[] = [];
  for (const one of Object.entries(HOSTILE_IMAGES)) {
    alone.push(await sendAlone(sender, ordinary));
    costs.push(await measureOne(sender, ordinary, one));
  }
  const dearest = costs.toSorted((a, b) => b.cpu.children - a.cpu.children)[0]?.name ?? '';
  const image = HOSTILE_IMAGES[dearest];
  if (!image) throw new Error('there is no image');
  const besideTwo: number[] = [];
  while (besideTwo.length < ROUNDS) {
    besideTwo.push(await sendBeside(sender, ordinary, [image, image]));
  }
  tell(report, median(alone), costs, median(besideTwo));
}

/**
 * Sends the hostile images to the upload call one by one. Reports the CPU of each, and the delay of another person's
 * upload.
 */
export async function run(report: Report): Promise<void> {
  const server = await startChild('images-server.ts', []);
  try {
    await measureAll(report, createSender(server));
  } catch (error) {
    server.end();
    throw error;
  }
  // The process stops itself and its database.
  await server.ask({ do: 'stop' } satisfies ImagesCommand);
}
