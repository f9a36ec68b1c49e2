import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { Contract, Endpoint } from '@vpisnik/contract/kit';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', description: 'Stable; translate this.' },
    detail: { type: 'string' },
    request_id: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code'],
        properties: { path: { type: 'string' }, code: { type: 'string' }, limit: { type: 'number' } },
      },
    },
    current: {
      description: 'The present row, with edit_conflict; with selection_changed, the planned message.',
    },
    merged_into: {
      type: 'string',
      description: 'The application that stayed, with not_found of a merged one.',
    },
    retry_after: { type: 'integer', description: 'Seconds, with rate_limited.' },
    count: {
      type: 'integer',
      description: 'With selection_changed, selection_too_large and workbook_too_large.',
    },
  },
};

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

type ObjectSchema = { properties?: Record<string, unknown>; required?: string[] };

const isAnonymous = ({ scope }: Endpoint) => scope === 'visitor' || scope === 'open';

function parameters(endpoint: Endpoint): object[] {
  const listed = (schema: z.ZodObject | undefined, place: 'path' | 'query') => {
    if (!schema) return [];
    const { properties = {}, required = [] } = schemaOf(schema, 'input') as ObjectSchema;
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: property,
    }));
  };
  const override = isAnonymous(endpoint)
    ? []
    : [
        {
          name: 'X-Organization-Id',
          in: 'header',
          description: 'The organisation a platform ADMIN acts for; nobody else may name another one.',
          schema: { type: 'string', format: 'uuid' },
        },
      ];
  return [...listed(endpoint.params, 'path'), ...listed(endpoint.query, 'query'), ...override];
}

function operation(noun: string, action: string, endpoint: Endpoint): object {
  const fieldRanks = Object.entries(endpoint.fieldRanks ?? {}).map(([field, rank]) => `${field}: ${rank}`);
  const notes = [
    endpoint.rank ? `From rank ${endpoint.rank}.` : 'Without an account.',
    fieldRanks.length > 0 ? `Fields with a rank of their own: ${fieldRanks.join(', ')}.` : '',
    endpoint.upload ? `At most ${endpoint.upload.bytes} bytes.` : '',
    endpoint.bytes ? `At most ${endpoint.bytes} bytes.` : '',
    endpoint.perMinute ? `At most ${endpoint.perMinute} a minute per address.` : '',
  ];
  const answer = endpoint.reply
    ? {
        [endpoint.status ?? 200]: { description: 'Done', content: contentOf(endpoint) },
        ...(endpoint.later && { 202: { description: 'Accepted: it goes on', content: contentOf(endpoint) } }),
      }
    : { 204: { description: 'Done' } };
  return {
    operationId: `${noun}.${action}`,
    tags: [noun],
    summary: endpoint.summary,
    description: notes.filter(Boolean).join(' '),
    parameters: parameters(endpoint),
    ...(endpoint.body && {
      requestBody: { required: true, content: json(schemaOf(endpoint.body, 'input')) },
    }),
    ...(endpoint.upload && { requestBody: { required: true, content: fileOf(endpoint.upload.types) } }),
    ...(!isAnonymous(endpoint) && { security: [{ bearer: [] }] }),
    responses: {
      ...answer,
      default: {
        description: 'Refused',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

const contentOf = ({ file, events, reply }: Endpoint) => {
  const type = file ?? (events ? 'text/event-stream' : 'application/json');
  return reply ? { [type]: { schema: schemaOf(reply, 'output') } } : {};
};

const fileOf = (types: readonly string[]) => Object.fromEntries(types.map((type) => [type, {}]));
const json = (schema: object) => ({ 'application/json': { schema } });

function pathsOf(contract: Contract): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [noun, endpoints] of Object.entries(contract)) {
    for (const [action, endpoint] of Object.entries(endpoints)) {
      const operations = paths[endpoint.path] ?? {};
      operations[endpoint.method.toLowerCase()] = operation(noun, action, endpoint);
      paths[endpoint.path] = operations;
    }
  }
  return paths;
}

/** The OpenAPI 3.1 document of a contract. Its paths are described when they are first read: starting need not wait for it. */
function openApi(contract: Contract): object {
  let paths: object | undefined;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vpisnik',
      version: '1',
      description: 'Ranks: 1 viewer, 2 editor, 3 group admin, 4 organisation admin, 5 ADMIN.',
    },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: problem },
    },
    get paths() {
      paths ??= pathsOf(contract);
      return paths;
    },
  };
}

/** `/api/openapi.json`, and a page to browse it at `/api/docs`. */
export async function registerOpenApi(app: FastifyInstance, contract: Contract): Promise<void> {
  const document = openApi(contract);
  app.get('/api/openapi.json', async () => document);
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP:
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
  });
}
