/** Compares requests and answers of an emulator with the OpenAPI documents that it serves. */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Dialect, HostName } from '../../src/contract/shape/route.ts';
import { openApiDocument } from '../../src/emulator/rest/openapi.ts';

interface Operation {
  readonly operationId: string;
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export interface Exchange {
  readonly host: HostName;
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly status: number;
  /** Undefined if the answer has no body. */
  readonly answer: unknown;
}

export interface DocumentCheck {
  readonly operationIds: readonly string[];
  operationIdOf(call: Pick<Exchange, 'host' | 'method' | 'path'>): string | undefined;
  /** Returns null if the documents describe the answer, or do not know its path. */
  problemOf(exchange: Exchange): string | null;
  /** Returns null if the documents describe the body of this request. */
  requestProblemOf(call: Pick<Exchange, 'host' | 'method' | 'path'>, body: unknown): string | null;
}

/** Statuses that the documents leave out: 405, and those that only a fault produces. */
const UNDESCRIBED = new Set([405, 502, 503]);

export function createDocumentCheck(dialect: Dialect): DocumentCheck {
  const hosts = { runtime: documentOf('runtime', dialect), builder: documentOf('builder', dialect) };
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  for (const [host, document] of Object.entries(hosts)) ajv.addSchema(closed(document) as object, host);
  const validators = new Map<string, ValidateFunction>();
  const errorsAt = (host: HostName, way: readonly string[], value: unknown): string | null => {
    const ref = `${host}#/${way.map(each => encodeURIComponent(each.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
    const validate = validators.get(ref) ?? ajv.compile({ $ref: ref });
    validators.set(ref, validate);
    return validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: 'body' });
  };
  const find = ({ host, method, path }: Pick<Exchange, 'host' | 'method' | 'path'>) => {
    const { pathname } = new URL(path, 'http://host');
    const templates = Object.keys(hosts[host].paths).filter(each => patternOf(each).test(pathname));
    // `active` is a path of its own, not the id of a deployment, so the most specific template wins.
    const [template] = templates.sort((a, b) => a.split('{').length - b.split('{').length);
    const operation = template === undefined ? undefined : hosts[host].paths[template]?.[method.toLowerCase()];
    return operation && template !== undefined ? { template, operation } : undefined;
  };
  return {
    operationIds: Object.values(hosts).flatMap(({ paths }) =>
      Object.values(paths).flatMap(methods => Object.values(methods).map(each => each.operationId)),
    ),
    operationIdOf: call => find(call)?.operation.operationId,
    problemOf(exchange) {
      const { host, method, status, answer } = exchange;
      const found = find(exchange);
      if (!found || UNDESCRIBED.has(status)) return null;
      const { template, operation } = found;
      const told = `${method} ${template} ${status}`;
      const response = operation.responses[status];
      if (!response) return `${told} is not described`;
      if (!response.content) return answer === undefined ? null : `${told} has a body`;
      const way = ['paths', template, method.toLowerCase(), 'responses', String(status), ...SCHEMA];
      const errors = errorsAt(host, way, answer);
      return errors === null ? null : `${told}: ${errors}`;
    },
    requestProblemOf(call, body) {
      const found = find(call);
      if (!found) return `${call.method} ${call.path} is not described`;
      const { template, operation } = found;
      if (!operation.requestBody) return body === undefined ? null : `${call.method} ${template} has no body`;
      if (body === undefined) return null;
      const errors = errorsAt(
        call.host,
        ['paths', template, call.method.toLowerCase(), 'requestBody', ...SCHEMA],
        body,
      );
      return errors === null ? null : `${call.method} ${template}, request: ${errors}`;
    },
  };
}

const SCHEMA = ['content', 'application/json', 'schema'];

/** The document as JSON. */
const documentOf = (host: HostName, dialect: Dialect): Document =>
  JSON.parse(JSON.stringify(openApiDocument([host], dialect)));

const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`);

/** Forbids fields that a schema does not name: a reader of the document would not know them. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const inner = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, closed(value)]));
  const isOpen = inner.type === 'object' && 'properties' in inner && !('additionalProperties' in inner);
  return isOpen ? { ...inner, additionalProperties: false } : inner;
}
