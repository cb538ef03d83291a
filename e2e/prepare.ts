import { prepareSites } from './site.ts';

// `node e2e/prepare.ts`: what the first browser test would wait for, while others run.

await prepareSites();
