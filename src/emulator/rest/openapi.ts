/** The OpenAPI 3.1 document of a host, generated from the contract. */

import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { ROUTES } from '../../contract/platform.ts';
import {
  type AnyRoute,
  bodyIn,
  type Dialect,
  type HostName,
  inDialect,
  pathIn,
  queryIn,
} from '../../contract/shape/route.ts';
import { errorResponses, errorSchemas } from './openapi-errors.ts';

const TITLES: Readonly<Record<HostName, string>> = {
  runtime: 'Runtime and data interfaces',
  builder: 'Agents, Alerts and Webhook endpoints',
};

export function openApiDocument(hosts: readonly HostName[], dialect: Dialect = 'service'): object {
  const app = new OpenAPIHono();
  const routes = ROUTES.filter(each => hosts.includes(each.family.host));
  for (const route of routes) registerRoute(app.openAPIRegistry, route, dialect);
  for (const [name, schema] of Object.entries(errorSchemas(routes, dialect)))
    app.openAPIRegistry.registerComponent('schemas', name, schema);
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: hosts.map(each => TITLES[each]).join('; '),
      version: '1',
      description: `Host: ${hosts.join(' and ')}. Dialect: ${dialect}.`,
    },
    servers: [{ url: '/' }],
    tags: tagsOf(routes),
  });
}

/** One tag for each family, in the order of the routes. */
function tagsOf(routes: readonly AnyRoute[]): { name: string; description: string }[] {
  const families = new Map(routes.map(({ family }) => [family.title, family.description]));
  return [...families].map(([name, description]) => ({ name, description }));
}

type Registry = OpenAPIHono['openAPIRegistry'];

function registerRoute(registry: Registry, route: AnyRoute, dialect: Dialect): void {
  const { family } = route;
  const header = inDialect(family.keyHeader, dialect);
  const key = `${family.key}Key`;
  registry.registerComponent('securitySchemes', key, { type: 'apiKey', in: 'header', name: header });
  const token = family.tokenHeader;
  if (token)
    registry.registerComponent('securitySchemes', 'connectorToken', { type: 'apiKey', in: 'header', name: token });
  const path = inDialectPath(route, dialect);
  const body = inDialectNames(route, bodyIn(route, dialect), dialect);
  const hasBody = !(body instanceof z.ZodUndefined);
  registry.registerPath({
    operationId: route.name,
    summary: route.summary,
    description: `${route.description} Specification: ${route.sections}.`,
    tags: [family.title],
    method: route.method.toLowerCase() as Lowercase<AnyRoute['method']>,
    path,
    security: [{ [key]: [], ...(token ? { connectorToken: [] } : {}) }],
    request: {
      params: withPathNames(route, path, dialect),
      query: withoutRefused(queryIn(route, dialect)),
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
    responses: responsesOf(route, dialect),
  });
}

/** Returns the body with the field names of the dialect. */
function inDialectNames({ polyNames }: AnyRoute, body: z.ZodType, dialect: Dialect): z.ZodType {
  if (dialect === 'service' || !polyNames || !(body instanceof z.ZodObject)) return body;
  return z.object(
    Object.fromEntries(Object.entries(body.shape).map(([name, field]) => [polyNames[name] ?? name, field])),
  );
}

const paramsIn = ({ polyParams = {} }: AnyRoute, dialect: Dialect) => (dialect === 'poly' ? polyParams : {});

/** Returns the path with the parameter names of the dialect. */
function inDialectPath(route: AnyRoute, dialect: Dialect): string {
  const own = paramsIn(route, dialect);
  return pathIn(route, dialect).replace(/\{(\w+)\}/g, (_, name: string) => `{${own[name]?.name ?? name}}`);
}

/** Returns the parameters with the names and forms of the dialect. */
function inDialectForm(route: AnyRoute, schema: z.ZodObject, dialect: Dialect): z.ZodObject {
  const own = paramsIn(route, dialect);
  return z.object(
    Object.fromEntries(
      Object.entries(schema.shape).map(([name, field]) => [own[name]?.name ?? name, own[name]?.schema ?? field]),
    ),
  );
}

/** Omits fields that the schema contains only to refuse them with a reason. */
function withoutRefused(schema: z.ZodObject): z.ZodObject {
  const own = Object.entries(schema.shape).filter(([, field]) => !isRefused(field));
  return z.object(Object.fromEntries(own));
}

const isRefused = (field: unknown): boolean => field instanceof z.ZodOptional && field.unwrap() instanceof z.ZodNever;

const ACCOUNT = z.string().describe('Account, in either form of its id: with or without prefix.');
const PATH_NAMES: Readonly<Record<string, z.ZodType>> = {
  version: z.string().describe('Version of the interface: `v1`.'),
  account_id: ACCOUNT,
  accountId: ACCOUNT,
  project_id: z.string().describe('Project, in either form of its id: with or without prefix.'),
};

/** Returns the parameters of the path, including those that are checked for all families alike. */
function withPathNames(route: AnyRoute, path: string, dialect: Dialect): z.ZodObject {
  const { shape: own } = inDialectForm(route, route.params, dialect);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(each => each[1] ?? '');
  return z.object(Object.fromEntries(names.map(name => [name, own[name] ?? PATH_NAMES[name] ?? z.string()])));
}

function responsesOf(route: AnyRoute, dialect: Dialect) {
  const success =
    route.status === 204
      ? { description: 'Done; no body.' }
      : { description: 'Success.', content: { 'application/json': { schema: route.answer } } };
  return { [`${route.status}`]: success, ...errorResponses(route, dialect) };
}
