import {
  ERROR_STATUS,
  type ErrorCode,
  type RouteContract,
  UNCHANGED,
  VERSION_HEADER,
} from '@rasat/contract';
import * as z from 'zod/mini';
import { FORM_TYPE } from './request-rules.ts';

/** Codes that every call may return. */
const EVERYWHERE: readonly ErrorCode[] = ['500', 'rate-429', 'unavailable-503'];

type Json = Record<string, unknown>;

/** Returns the OpenAPI 3.1 document of the calls, by name. `serverUrl` is the address of `/api`. */
export function describeRoutes(
  routes: Readonly<Record<string, RouteContract>>,
  version: string,
  serverUrl: string,
): Json {
  const paths: Record<string, Json> = {};
  for (const [name, contract] of Object.entries(routes)) {
    const path = contract.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [contract.method.toLowerCase()]: describeRoute(name, contract),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Rasat', version },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      schemas: {
        Error: {
          type: 'object',
          required: ['code', 'requestId'],
          properties: {
            code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
            field: { type: 'string' },
            requestId: { type: 'string' },
          },
        },
      },
    },
  };
}

function describeRoute(name: string, contract: RouteContract): Json {
  return {
    operationId: name,
    summary: contract.summary,
    'x-access': contract.access,
    parameters: [
      ...describeParameters(contract.params, 'path'),
      ...describeParameters(contract.query, 'query'),
    ],
    ...(contract.body && {
      requestBody: {
        required: true,
        content: {
          [contract.bodyType === 'form' ? FORM_TYPE : 'application/json']: {
            schema: toSchema(contract.body, 'input'),
          },
        },
      },
    }),
    responses: {
      200: describeReply(contract),
      ...describeRefusals([...contract.codes, ...EVERYWHERE]),
    },
  };
}

function describeReply({ summary: description, reply, versioned }: RouteContract): Json {
  const schema = toSchema(reply, 'output');
  if (!versioned) return { description, content: json(schema) };
  return {
    description,
    headers: { [VERSION_HEADER]: { required: true, schema: { type: 'string' } } },
    content: json({ anyOf: [schema, { const: UNCHANGED }] }),
  };
}

/** Describes refusals by status. Codes that share a status are listed in its description. */
function describeRefusals(codes: readonly ErrorCode[]): Record<string, Json> {
  const byStatus = Map.groupBy(codes, (code) => String(ERROR_STATUS[code]));
  const error = json({ $ref: '#/components/schemas/Error' });
  return Object.fromEntries(
    Array.from(byStatus, ([status, names]) => [
      status,
      { description: names.join(', '), content: error },
    ]),
  );
}

function describeParameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: shape,
  }));
}

function toSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}
