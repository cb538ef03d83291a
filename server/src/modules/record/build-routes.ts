import { Readable } from 'node:stream';
import { ROUTES } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { FileAnswer, registerRoute } from '../../platform/http/route.ts';
import type { Web } from '../../platform/http/web.ts';
import { findArchive, findPublisherWait, listBuilds } from '../signals/index.ts';

/** An address with a hash names one content for ever. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Serves the registered builds, and the archive of each. */
export function registerBuildRoutes(web: Web): void {
  const { db } = web.context;

  registerRoute(web, ROUTES.recordBuilds, async () => {
    const [waiting, builds] = await Promise.all([findPublisherWait(db), listBuilds(db)]);
    return {
      waiting,
      builds: builds
        .map(({ seq, createdAt: created, detail }) => ({ seq, created, ...detail }))
        .toReversed(),
    };
  });

  registerRoute(
    web,
    ROUTES.engineArchive,
    async ({ params, header }) => {
      const archive = await findArchive(db, params.hash);
      if (!archive) throw new AppError('not-found-404');
      header('cache-control', FOR_EVER);
      return new FileAnswer({
        size: archive.length,
        type: 'application/gzip',
        name: `rasat-engine-${params.hash}.tar.gz`,
        attachment: true,
        open: (range) =>
          Readable.from([range ? archive.subarray(range.start, range.end + 1) : archive]),
      });
    },
    { alias: '/engine/:hash' },
  );
}
