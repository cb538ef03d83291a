import assert from 'node:assert/strict';
import test from 'node:test';
import Fastify from 'fastify';
import { WITHOUT_SCHEMAS } from './without-schemas.ts';

for (const [what, schema] of [
  ['a validator', { querystring: { type: 'object' } }],
  ['a serializer', { response: { 200: { type: 'object' } } }],
] as const) {
  test(`a route that needs ${what} of Fastify is refused`, async () => {
    const app = Fastify(WITHOUT_SCHEMAS);
    app.get('/', { schema }, () => ({}));
    await assert.rejects(async () => app.ready(), /a route has a schema of Fastify/);
  });
}
