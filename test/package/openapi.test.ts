/** The OpenAPI documents in docs/api: up to date, valid, and with every path of the specification. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import type { Dialect, HostName } from '../../src/contract/shape/route.ts';
import { openApiDocument } from '../../src/emulator/rest/openapi.ts';
import { ROOT } from './project-files.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: object }>>;
}

interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** The document as JSON holds it. */
const documentOf = (host: HostName, dialect?: Dialect): Document =>
  JSON.parse(JSON.stringify(openApiDocument([host], dialect)));

const PATHS: Readonly<Record<HostName, readonly string[]>> = {
  runtime: [
    'POST /{version}/{account_id}/{project_id}/chat/create',
    'POST /{version}/{account_id}/{project_id}/chat/respond',
    'PUT /{version}/{account_id}/{project_id}/chat/close',
    'GET /v3/{account_id}/{project_id}/conversations',
    'GET /v2/{account_id}/{project_id}/conversations',
    'GET /v1/{account_id}/{project_id}/conversations',
    'GET /v1/{account_id}/{project_id}/conversations/concurrency',
    'GET /v1/{account_id}/{project_id}/handoff_state',
    'POST /v1/outbound-calling',
    'GET /v1/outbound-calling/{call_sid}/status',
    'POST /v1/external-events/webhook',
    'POST /internal/v1/agentic-dial/bridge-ended',
    'POST /v1/conversations/dni-reservation',
  ],
  builder: [
    'POST /v1/alert-rules',
    'POST /v1/webhook-endpoints',
    'GET /v1/alerts',
    'POST /v1/agents',
    'PATCH /v1/agents/{agentId}/branches/{branchId}/behavior',
    'POST /v1/agents/{agentId}/branches/{branchId}/knowledge-base/topics',
    'POST /v1/agents/{agentId}/branches',
    'POST /v1/agents/{agentId}/branches/{branchId}/merge',
    'POST /v1/agents/{agentId}/deployments/publish',
    'POST /v1/agents/{agentId}/deployments/{deploymentId}/promote',
    'PATCH /v1/agents/{agentId}/real-time-configs/{configName}/variables',
    'PATCH /v1/agents/{agentId}/branches/{branchId}/variants/{variantId}',
  ],
};

/** Paths of all fields below this part of the document that have no description. */
function undescribed(part: unknown, way: string): readonly string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { properties } = part as { readonly properties?: Readonly<Record<string, { readonly description?: string }>> };
  const own = Object.entries(properties ?? {}).filter(([, field]) => !/^\S.{8,}\.$/.test(field.description ?? ''));
  const inner = Object.entries(part).flatMap(([name, value]) => undescribed(value, `${way} ${name}`));
  return [...own.map(([name]) => `${way} ${name}`), ...inner];
}

const operationsOf = ({ paths }: Document): readonly Operation[] =>
  Object.values(paths).flatMap(methods => Object.values(methods));

const HOSTS: readonly HostName[] = ['runtime', 'builder'];

describe.each(HOSTS)('the document of the %s host', host => {
  const document = documentOf(host);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

  it('the document is the one in docs/api; npm run written writes it anew', () => {
    const file = readFileSync(join(ROOT, `docs/api/openapi-${host}.json`), 'utf8');
    expect(JSON.parse(file)).toEqual(document);
  });

  it.each(['service', 'poly'] as const)('the document is valid in the dialect %s', async dialect => {
    const { valid, errors } = await new Validator().validate({ ...documentOf(host, dialect) });
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  });

  it('has every call of the specification', () => {
    const calls = operations.map(({ method, path }) => `${method} ${path}`);
    expect(calls).toEqual(expect.arrayContaining([...PATHS[host]]));
  });

  it('describes each operation: a name of its own, a summary, a described family, and bodies for its errors', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    const families = document.tags.filter(each => each.description.length > 10).map(each => each.name);
    for (const { operation } of operations) {
      expect(operation.summary.length).toBeGreaterThan(6);
      expect(families).toContain(operation.tags[0]);
      const failures = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
      expect(failures.map(([status]) => status)).toContain('401');
      expect(failures.filter(([, { content }]) => content === undefined)).toEqual([]);
    }
  });

  it.each(['service', 'poly'] as const)(
    'describes every operation with its sections, every parameter and every field, in the dialect %s',
    dialect => {
      const own = documentOf(host, dialect);
      expect(undescribed(own, host)).toEqual([]);
      for (const { description, parameters = [] } of operationsOf(own)) {
        expect(description).toMatch(/\S\. Specification: \d[\d., ]*\.$/);
        expect(parameters.filter(each => !/^\S.{8,}\.$/.test(each.description ?? ''))).toEqual([]);
      }
    },
  );

  it('requires every parameter that stands in a path', () => {
    for (const { path, operation } of operations) {
      const given = (operation.parameters ?? []).filter(each => each.in === 'path' && each.required);
      const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
      expect(given.map(each => each.name).sort()).toEqual(names.sort());
    }
  });
});
