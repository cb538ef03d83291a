import type { FastifyServerOptions } from 'fastify';

const refuse = (): never => {
  throw new RangeError('a route has a schema of Fastify; calls are checked by the contract');
};

/**
 * Fastify options without validators and serializers of JSON schemas. Otherwise Fastify loads two schema compilers,
 * some 120 files, at every start. Registering a route with a schema throws.
 */
export const WITHOUT_SCHEMAS = {
  schemaController: { compilersFactory: { buildValidator: refuse, buildSerializer: refuse } },
} as const satisfies FastifyServerOptions;
