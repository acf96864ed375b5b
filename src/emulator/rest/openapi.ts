/** The OpenAPI 3.1 document of a host, generated from the contract. */

import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { ROUTES } from '../../contract/platform.ts';
import { type AnyRoute, bodyIn, type Dialect, type HostName, inDialect, pathIn } from '../../contract/route.ts';

const TITLES: Readonly<Record<HostName, string>> = {
  runtime: 'Runtime and data interfaces',
  builder: 'Agents, Alerts and Webhook endpoints',
};

export function openApiDocument(hosts: readonly HostName[], dialect: Dialect = 'service'): object {
  const app = new OpenAPIHono();
  const routes = ROUTES.filter(each => hosts.includes(each.family.host));
  for (const route of routes) registerRoute(app.openAPIRegistry, route, dialect);
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: hosts.map(each => TITLES[each]).join('; '),
      version: '1',
      description: `Host: ${hosts.join(' and ')}. Dialect: ${dialect}.`,
    },
    servers: [{ url: '/' }],
  });
}

type Registry = OpenAPIHono['openAPIRegistry'];

function registerRoute(registry: Registry, route: AnyRoute, dialect: Dialect): void {
  const { family } = route;
  const header = inDialect(family.keyHeader, dialect);
  const security = registry.registerComponent('securitySchemes', `${family.key}Key`, {
    type: 'apiKey',
    in: 'header',
    name: header,
  });
  const path = pathIn(route, dialect);
  const body = bodyIn(route, dialect);
  const hasBody = !(body instanceof z.ZodUndefined);
  registry.registerPath({
    operationId: route.name,
    summary: route.summary,
    tags: [family.title],
    method: route.method.toLowerCase() as Lowercase<AnyRoute['method']>,
    path,
    security: [{ [security.name]: [] }],
    request: {
      params: withPathNames(route, path),
      query: withoutRefused(route.query),
      ...(route.rawBody
        ? { body: { content: Object.fromEntries(route.rawBody.map(type => [type, { schema: {} }])) } }
        : {}),
      ...(hasBody
        ? {
            body: {
              required: !route.bodyOptional,
              content: { 'application/json': { schema: body instanceof z.ZodObject ? withoutRefused(body) : body } },
            },
          }
        : {}),
    },
    responses: responsesOf(route),
  });
}

/** Fields that a call has only to refuse them with a reason are no part of its description. */
function withoutRefused(schema: z.ZodObject): z.ZodObject {
  const own = Object.entries(schema.shape).filter(([, field]) => !isRefused(field));
  return z.object(Object.fromEntries(own));
}

const isRefused = (field: unknown): boolean => field instanceof z.ZodOptional && field.unwrap() instanceof z.ZodNever;

/** Parameters that are checked for all families alike are in the document, too. */
function withPathNames(route: AnyRoute, path: string): z.ZodObject {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(each => each[1] ?? '');
  const shape = Object.fromEntries(names.map(name => [name, route.params.shape[name] ?? z.string()]));
  return z.object(shape);
}

function responsesOf(route: AnyRoute): Record<string, { description: string; content?: object }> {
  const success =
    route.status === 204
      ? { description: 'Done; no body.' }
      : { description: 'Success.', content: { 'application/json': { schema: route.answer } } };
  const failures = route.failures.map(status => [status, { description: REASONS[status] ?? `Status ${status}.` }]);
  return { [route.status]: success, ...Object.fromEntries(failures) };
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'A parameter or a field is missing or wrong.',
  401: 'The key is missing or unknown.',
  403: 'The key lacks the permission.',
  404: 'Not found.',
  409: 'The state forbids it.',
  410: 'The conversation is over.',
  412: 'A stage before this one is missing.',
  422: 'A malformed id, or a body that is no JSON object or has an unknown field.',
  429: 'Too many calls; Retry-After says when to try again.',
  500: 'The platform failed.',
  501: 'Not offered.',
  502: 'A service behind the platform failed.',
};
