import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../../src/contract/platform.ts';
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
});
