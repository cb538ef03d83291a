import type { Reply, ROUTES } from '@rasat/contract';

interface Replies {
  readonly '/snapshot': Reply<typeof ROUTES.snapshot>;
  readonly '/site': Reply<typeof ROUTES.site>;
  readonly '/payment/offers': Reply<typeof ROUTES.offers>;
  readonly '/record': Reply<typeof ROUTES.record>;
  readonly '/record/calibration': Reply<typeof ROUTES.recordCalibration>;
  readonly '/seller': Reply<typeof ROUTES.seller>;
}

/** Reads a public call; undefined when there is no answer, and the page opens without it. */
export async function read<P extends keyof Replies>(
  path: P,
  query: Readonly<Record<string, string>> = {},
): Promise<Replies[P] | undefined> {
  const search = new URLSearchParams(query);
  const address = search.size > 0 ? `${path}?${search}` : path;
  return (await readJson(address)) as Replies[P] | undefined;
}

async function readJson(path: string): Promise<unknown> {
  try {
    const response = await fetch(`/api${path}`);
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}
