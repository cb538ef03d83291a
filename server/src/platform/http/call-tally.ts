import { ROUTES, type RouteContract } from '@rasat/contract';
import type { FastifyInstance } from 'fastify';
import { Distribution } from '../metrics/distribution.ts';
import type { Metric, Sample } from '../metrics/metric.ts';

/** Upper bounds of the classes of an answer's duration, in seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
/** Name of the pages and files of the site, and of everything that is neither these nor a call of the contract. */
const SITE = 'site';
const ELSE = 'none';

/** Answers of one call with one method. */
class Tally {
  readonly route: string;
  readonly method: string;
  /** Answers by the first digit of their status. */
  readonly byClass = new Float64Array(6);
  readonly seconds = new Distribution(SECONDS);

  constructor(route: string, method: string) {
    this.route = route;
    this.method = method;
  }
}

const METHODS: ReadonlySet<string> = new Set([
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
]);

/**
 * Counts the answers of a web server by call, method and class of status, and measures their durations. Calls have the
 * names of the contract: an address never becomes a label.
 */
export function tallyCalls(app: FastifyInstance): readonly Metric[] {
  const names = new Map<RouteContract, string>(
    Object.entries(ROUTES).map(([name, contract]) => [contract, name]),
  );
  const tallies = new Map<string, Map<string, Tally>>();
  const tallyOf = (route: string, method: string): Tally => {
    let byMethod = tallies.get(route);
    if (!byMethod) {
      byMethod = new Map();
      tallies.set(route, byMethod);
    }
    let tally = byMethod.get(method);
    if (!tally) {
      tally = new Tally(route, method);
      byMethod.set(method, tally);
    }
    return tally;
  };
  app.addHook('onResponse', async (request, reply) => {
    const { contract, isSite } = request.routeOptions.config;
    const route = contract ? (names.get(contract) ?? ELSE) : isSite ? SITE : ELSE;
    const tally = tallyOf(route, METHODS.has(request.method) ? request.method : ELSE);
    const digit = Math.trunc(reply.statusCode / 100);
    if (digit >= 1 && digit <= 5) (tally.byClass[digit] as number) += 1;
    tally.seconds.add(reply.elapsedTime / 1000);
  });
  const all = (): Tally[] => [...tallies.values()].flatMap((byMethod) => [...byMethod.values()]);
  return [
    {
      name: 'rasat_http_requests_total',
      help: 'Answers, by call of the contract, method and class of status.',
      type: 'counter',
      isForAlerts: true,
      read: () =>
        all().flatMap(({ route, method, byClass }) =>
          [...byClass].flatMap((value, digit): Sample[] =>
            value > 0 ? [{ labels: { route, method, status: `${digit}xx` }, value }] : [],
          ),
        ),
    },
    {
      name: 'rasat_http_request_duration_seconds',
      help: 'Time from a request to the end of its answer, by call and method.',
      type: 'histogram',
      read: () =>
        all().map(({ route, method, seconds }) => ({
          labels: { route, method },
          value: seconds.read(),
        })),
    },
  ];
}
