import type { Reply, ROUTES } from '@rasat/contract';

interface Replies {
  readonly '/snapshot': Reply<typeof ROUTES.snapshot>;
  readonly '/site': Reply<typeof ROUTES.site>;
  readonly '/payment/offers': Reply<typeof ROUTES.offers>;
  readonly '/record': Reply<typeof ROUTES.record>;
  readonly '/seller': Reply<typeof ROUTES.seller>;
}

/** Asks a call that everybody may make; undefined when there is no answer, and the page goes on without it. */
export async function read<P extends keyof Replies>(path: P): Promise<Replies[P] | undefined> {
  return (await readJson(path)) as Replies[P] | undefined;
}

/** The figures of a part of the record; undefined when there is no answer. */
export async function readFigures(
  source: string,
  origin: string,
): Promise<Reply<typeof ROUTES.recordFigures> | undefined> {
  const query = new URLSearchParams({ source, origin, period: 'all' });
  return (await readJson(`/record/figures?${query}`)) as
    | Reply<typeof ROUTES.recordFigures>
    | undefined;
}

async function readJson(path: string): Promise<unknown> {
  try {
    const response = await fetch(`/api${path}`);
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}
