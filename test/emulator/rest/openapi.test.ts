import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../../src/contract/platform.ts';
import { openApiDocument } from '../../../src/emulator/rest/openapi.ts';
import { createRestWorld } from '../rest-world.ts';

describe('the OpenAPI documents', () => {
  it('each host serves its own at /openapi.json, with every call of its families', async () => {
    const world = createRestWorld();
    for (const host of ['runtime'] as const) {
      const { status, body } = await world.ask(host, 'GET', '/openapi.json');
      expect([status, body.openapi]).toEqual([200, '3.1.0']);
      const calls = Object.entries(body.paths).flatMap(([path, methods]) =>
        Object.keys(methods as object).map(method => `${method.toUpperCase()} ${path}`),
      );
      const own = ROUTES.filter(route => route.family.host === host).map(route => `${route.method} ${route.path}`);
      expect(calls.sort()).toEqual(own.sort());
    }
  });

  const bodyOf = (dialect: 'service' | 'poly', path: string) => {
    const { paths } = openApiDocument(['builder'], dialect) as Document;
    const schema = paths[path]?.post?.requestBody?.content['application/json'].schema;
    return { properties: Object.keys(schema?.properties ?? {}), required: schema?.required };
  };

  it('the field of a branch’s name has the name of its dialect', () => {
    const path = '/v1/agents/{agentId}/branches';
    expect(bodyOf('service', path)).toMatchObject({ properties: ['name'], required: ['name'] });
    expect(bodyOf('poly', path)).toMatchObject({ properties: ['branchName'], required: ['branchName'] });
  });

  it('the refusal to remove the demo’s agent, and of a body that is too large, are described', () => {
    const { paths } = openApiDocument(['builder']) as Document;
    expect(Object.keys(paths['/v1/agents/{agentId}']?.delete?.responses ?? {})).toContain('409');
    const withBody = Object.values(paths).flatMap(path => Object.values(path).filter(each => each.requestBody));
    expect(withBody.length).toBeGreaterThan(10);
    for (const each of withBody) expect(Object.keys(each.responses)).toContain('413');
  });
});

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly responses: object;
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': { readonly schema?: { properties?: object; required?: string[] } };
    };
  };
}
