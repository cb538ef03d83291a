import { hashPassword } from '../server/src/modules/auth/index.ts';
import { createManualClock } from '../server/src/platform/clock.ts';
import {
  deliverMails,
  freshAddress,
  NOON_MS,
  startAuthServer,
} from '../server/src/testing/auth.ts';
import { plantPerson } from '../server/src/testing/people.ts';
import { startCluster } from './cluster.ts';
import { median, type Report } from './report.ts';

const SECTION = 'signing in: time differences with and without an account';
const ROUNDS = 200;
/** Largest relative difference of the medians with and without an account (ASVS 6.3.8). */
const GOAL = 0.05;
const PASSWORD = 'kuzgun-ve-deniz';
const DAY_MS = 86_400_000;

/**
 * Times every call of signing in over HTTP, alternating between mailboxes with and without an account. It reports the
 * medians and their relative difference.
 */
export async function run(report: Report): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const tidy = { after: (fn: () => Promise<void> | void) => stack.defer(async () => fn()) };
  // With the product's settings: a commit that waits for the disk could reveal an account.
  const cluster = await startCluster();
  stack.defer(() => cluster.end());
  const { address, db } = cluster;
  const clock = createManualClock(NOON_MS);
  const { context, call, solve } = await startAuthServer(tidy, {
    clock,
    database: { address, db },
  });
  const passwordHash = await hashPassword(PASSWORD);
  const post = async (path: string, body: object, action?: 'login' | 'forgot'): Promise<number> => {
    const method = path.endsWith('request') ? 'PUT' : 'POST';
    const challenge = action && { challenge: await solve(action) };
    const ip = freshAddress();
    const began = performance.now();
    await call(method, path, { ...body, ...challenge }, { ip });
    return performance.now() - began;
  };
  const calls: Readonly<Record<string, (email: string) => Promise<number>>> = {
    'POST /auth/login, wrong password': (email) =>
      post('/auth/login', { email, password: 'baska-bir-sey' }, 'login'),
    'PUT /auth/forgot/request': (email) => post('/auth/forgot/request', { email }, 'forgot'),
    'POST /auth/forgot/validate, wrong code': (email) =>
      post('/auth/forgot/validate', { email, token: 'AAAAAAAA' }),
    'POST /auth/forgot/reset, wrong code': (email) =>
      post('/auth/forgot/reset', { email, token: 'AAAAAAAA', password: 'yesil-vapur-3' }),
  };
  const times = new Map(Object.keys(calls).map((name) => [name, [[], []] as [number[], number[]]]));
  for (let round = 0; round < ROUNDS; round += 1) {
    const known = (await plantPerson(context, { passwordHash })).mail;
    const pair = [known, `kimse${round}@rasat.example`];
    // The first of a round alternates.
    const order = round % 2 === 0 ? [0, 1] : [1, 0];
    for (const [name, timed] of Object.entries(calls)) {
      for (const at of order) times.get(name)?.[at]?.push(await timed(pair[at] ?? ''));
    }
    await clock.advance(DAY_MS);
    await deliverMails(context);
  }
  for (const [name, [known, unknown]] of times) {
    const baseline = { name: 'with an account', value: median(known) };
    const value = median(unknown);
    report.add(SECTION, `${name}, without an account`, value, 'ms', { baseline });
    const apart = Math.abs(value / baseline.value - 1);
    report.add(SECTION, `${name}: how far apart`, 100 * apart, '%', {
      goal: { text: 'medians within 5 %', of: 'value', atMost: 100 * GOAL },
    });
  }
  report.note(
    `Left out: TLS and a network, which hide differences; concurrent callers; anything but the medians of ${ROUNDS} calls.`,
  );
}
