import type { FastifyServerOptions } from 'fastify';

const refuse = (): never => {
  throw new RangeError('a route has a schema of Fastify; calls are checked by the contract');
};

/**
 * For every Fastify: no validator and no serializer of its own. Otherwise it loads two compilers of JSON schemas, some
 * 120 files, at every start. A route with a schema fails when it is registered.
 */
export const WITHOUT_SCHEMAS = {
  schemaController: { compilersFactory: { buildValidator: refuse, buildSerializer: refuse } },
} as const satisfies FastifyServerOptions;
