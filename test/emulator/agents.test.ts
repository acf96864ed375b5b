import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { merge, pathsOf } from '../../src/emulator/agents/merge.ts';
import { type Content, EMPTY } from '../../src/emulator/store/agents.ts';
import { createRestWorld, type RestWorld } from './rest-world.ts';

const SHOP = '/v1/agents/PROJECT-shop';
const MAIN = `${SHOP}/branches/main`;
const call = (world: RestWorld, method: string, path: string, body?: unknown, key = 'demo-builder') =>
  world.ask('builder', method, path, { key, body });

async function branch(world: RestWorld, name = 'spring'): Promise<string> {
  const { body } = await call(world, 'POST', `${SHOP}/branches`, { name });
  return `${SHOP}/branches/${body.branchId}`;
}

async function say(world: RestWorld, message: string, token = 'demo-connector'): Promise<string> {
  const headers = { 'x-api-key': 'demo-chat', 'x-token': token };
  const ask = (name: string, body: unknown) =>
    world.ask('runtime', 'POST', `/v1/demo/shop/chat/${name}`, { headers, body });
  const { conversation_id } = (await ask('create', {})).body;
  return (await ask('respond', { conversation_id, message })).body.response;
}

describe('agents (section 12)', () => {
  it('begin with the demo’s agent, in either path', async () => {
    const world = createRestWorld();
    const { status, body } = await call(world, 'GET', '/v1/agents');
    expect([status, body.map((each: { agentId: string }) => each.agentId)]).toEqual([200, ['PROJECT-shop']]);
    expect(body[0].createdAt).toBe('2026-01-01T00:00:00.000Z');
    expect((await call(world, 'GET', '/v1/accounts/demo/agents')).body).toEqual(body);
    expect((await call(world, 'GET', '/v1/accounts/other/agents')).status).toBe(404);
  });

  it('agents are made with 200 and a branch main, copied and removed', async () => {
    const world = createRestWorld();
    const made = await call(world, 'POST', '/v1/agents', { name: 'Desk', description: 'Repairs', agentId: 'desk-1' });
    expect([made.status, made.body]).toEqual([
      200,
      expect.objectContaining({ agentId: 'desk-1', agentName: 'Desk', name: 'Desk', branchCount: 1 }),
    ]);
    expect((await call(world, 'POST', '/v1/agents', { name: 'Desk', agentId: 'desk-1' })).status).toBe(409);
    const copy = await call(world, 'POST', '/v1/agents/desk-1/duplicate', { newAgentName: 'Desk 2' });
    expect(copy.body.agentId).toMatch(/^PROJECT-[A-Z0-9]{8}$/);
    expect((await call(world, 'DELETE', '/v1/agents/desk-1')).status).toBe(204);
    expect((await call(world, 'GET', '/v1/agents/desk-1/branches')).status).toBe(404);
  });

  it.each([
    ['service', 128],
    ['poly', 100],
  ] as const)('in %s have names of at most %i characters', async (dialect, most) => {
    const world = createRestWorld({ dialect });
    expect((await call(world, 'POST', '/v1/agents', { name: 'x'.repeat(most) })).status).toBe(200);
    expect((await call(world, 'POST', '/v1/agents', { name: 'x'.repeat(most + 1) })).status).toBe(400);
    expect((await call(world, 'POST', '/v1/agents', { name: '' })).status).toBe(400);
  });

  it.each([
    ['service', 200],
    ['poly', 422],
  ] as const)('in %s answer %i to a field that nobody knows', async (dialect, status) => {
    expect(
      (await call(createRestWorld({ dialect }), 'POST', '/v1/agents', { name: 'Desk', colour: 'red' })).status,
    ).toBe(status);
  });

  it('answer 403 to a key that may read only, and 422 to a body that is no object', async () => {
    const world = createRestWorld();
    expect((await call(world, 'POST', '/v1/agents', { name: 'x' }, 'demo-builder-readonly')).status).toBe(403);
    expect((await call(world, 'POST', '/v1/agents', [])).status).toBe(422);
  });
});

describe('branches', () => {
  it.each(['name', 'branchName'])('take their name as %s in both dialects', async field => {
    for (const dialect of ['service', 'poly'] as const) {
      const { status, body } = await call(createRestWorld({ dialect }), 'POST', `${SHOP}/branches`, {
        [field]: 'spring',
      });
      expect([status, body]).toEqual([201, { branchId: expect.stringMatching(/^BRANCH-[A-Z0-9]{8}$/), sequenceId: 2 }]);
    }
  });

  it('answer 409 for a name that is taken, 422 for the removal of main', async () => {
    const world = createRestWorld();
    await branch(world);
    expect((await call(world, 'POST', `${SHOP}/branches`, { name: 'spring' })).status).toBe(409);
    expect((await call(world, 'DELETE', MAIN)).status).toBe(422);
  });

  it('merge what only they have changed', async () => {
    const world = createRestWorld();
    const path = await branch(world);
    await call(world, 'PATCH', `${path}/behavior`, { behavior: 'Be brisk.' });
    expect((await call(world, 'POST', `${path}/merge`)).status).toBe(200);
    expect((await call(world, 'GET', `${MAIN}/behavior`)).body).toEqual({ behavior: 'Be brisk.' });
  });

  it('answer 409 with every diverged path and merge nothing, until each is resolved', async () => {
    const world = createRestWorld();
    const path = await branch(world);
    await call(world, 'PATCH', `${path}/behavior`, { behavior: 'Theirs.' });
    await call(world, 'PATCH', `${MAIN}/behavior`, { behavior: 'Ours.' });
    const refused = await call(world, 'POST', `${path}/merge`);
    expect([refused.status, refused.body.errors]).toEqual([409, [{ field: 'behavior', message: expect.any(String) }]]);
    expect((await call(world, 'GET', `${MAIN}/behavior`)).body.behavior).toBe('Ours.');
    const conflictResolutions = [{ path: ['behavior'], strategy: 'theirs' }];
    expect((await call(world, 'POST', `${path}/merge`, { conflictResolutions })).status).toBe(200);
    expect((await call(world, 'GET', `${MAIN}/behavior`)).body.behavior).toBe('Theirs.');
  });

  it('a merge that would bring a second topic of the same name is refused, until it is decided which stays', async () => {
    const world = createRestWorld();
    const path = await branch(world);
    const topic = { name: 'Returns', content: 'Thirty days.' };
    const { body: made } = await call(world, 'POST', `${path}/knowledge-base/topics`, topic);
    await call(world, 'POST', `${MAIN}/knowledge-base/topics`, { ...topic, content: 'Fourteen days.' });
    const refused = await call(world, 'POST', `${path}/merge`);
    expect([refused.status, refused.body.errors]).toEqual([
      409,
      [{ field: `topics/${made.id}`, message: 'has a name that another entry has' }],
    ]);
    const conflictResolutions = [{ path: ['topics', made.id], strategy: 'ours' }];
    expect((await call(world, 'POST', `${path}/merge`, { conflictResolutions })).status).toBe(200);
    const { body } = await call(world, 'GET', `${MAIN}/knowledge-base/topics`);
    const named = body.filter((each: { name: string }) => each.name === 'Returns');
    expect(named).toMatchObject([{ content: 'Fourteen days.' }]);
  });

  it('a merge that would bring more than fifty attributes is refused', () => {
    const attributes = (first: number, count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, place) => `A${first + place}`).map(id => [id, { id, name: id }]),
      );
    const result = merge(
      EMPTY,
      { ...EMPTY, attributes: attributes(0, 30) },
      { ...EMPTY, attributes: attributes(30, 21) },
    );
    expect(result).toMatchObject({ ok: false });
    expect(!result.ok && result.conflicts.length).toBe(21);
  });

  it('in poly deploy to sandbox with the merge, and main takes no direct writes', async () => {
    const world = createRestWorld({ dialect: 'poly' });
    const direct = await call(world, 'PATCH', `${MAIN}/behavior`, { behavior: 'x' });
    expect([direct.status, direct.body.error_message]).toEqual([422, 'Cannot directly update main branch']);
    const path = await branch(world);
    await call(world, 'PATCH', `${path}/behavior`, { behavior: 'Be brisk.' });
    await call(world, 'POST', `${path}/merge`);
    const { body } = await call(world, 'GET', `${SHOP}/deployments?environment=sandbox`);
    expect(body.deployments).toHaveLength(2);
    const again = await call(world, 'POST', `${SHOP}/deployments/publish`);
    expect([again.status, again.body.error_code]).toEqual([409, 'DEPLOYMENTS_ALREADY_PUBLISHED']);
  });

  it('a merge in poly deploys nothing if sandbox runs the outcome already', async () => {
    const world = createRestWorld({ dialect: 'poly' });
    const path = await branch(world);
    await call(world, 'PATCH', `${path}/behavior`, { behavior: 'Be brisk.' });
    for (let time = 0; time < 3; time += 1) expect((await call(world, 'POST', `${path}/merge`)).status).toBe(200);
    const { body } = await call(world, 'GET', `${SHOP}/deployments?environment=sandbox`);
    expect(body.deployments).toHaveLength(2);
    await call(world, 'POST', `${SHOP}/deployments/${body.deployments[0].id}/rollback`);
    await call(world, 'POST', `${path}/merge`);
    const { activeDeployments } = (await call(world, 'GET', `${SHOP}/deployments/active`)).body;
    expect(activeDeployments.sandbox.version).toBe(body.deployments[0].version);
  });

  it('branches are in conflict exactly if both sides have changed a path to different values', () => {
    const edits = fc.dictionary(
      fc.constantFrom('a', 'b', 'c', 'd'),
      fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
    );
    const content = (values: Readonly<Record<string, number | undefined>>): Content => ({
      ...EMPTY,
      topics: Object.fromEntries(
        Object.entries(values).flatMap(([id, value]) =>
          value === undefined ? [] : [[id, { id, name: id, content: String(value) }]],
        ),
      ),
    });
    fc.assert(
      fc.property(edits, edits, edits, (base, oursEdits, theirsEdits) => {
        const [before, ours, theirs] = [
          content(base),
          content({ ...base, ...oursEdits }),
          content({ ...base, ...theirsEdits }),
        ];
        const [b, o, t] = [pathsOf(before), pathsOf(ours), pathsOf(theirs)];
        const text = JSON.stringify;
        const expected = Object.keys({ ...b, ...o, ...t }).filter(
          path => text(b[path]) !== text(o[path]) && text(b[path]) !== text(t[path]) && text(o[path]) !== text(t[path]),
        );
        const result = merge(before, ours, theirs);
        expect(result.ok ? [] : result.conflicts.map(({ field }) => field).sort()).toEqual(expected.sort());
        if (!result.ok) return;
        const merged = pathsOf(result.content);
        for (const path of Object.keys({ ...b, ...o, ...t })) {
          expect(text(merged[path])).toBe(text(b[path]) === text(t[path]) ? text(o[path]) : text(t[path]));
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('knowledge base, attributes and variants', () => {
  it('topics are made, read, changed and removed; a name is taken once', async () => {
    const world = createRestWorld();
    const topics = `${MAIN}/knowledge-base/topics`;
    const { status, body } = await call(world, 'POST', topics, { name: 'parking', content: 'Behind the house.' });
    expect([status, body]).toEqual([
      201,
      { id: expect.stringMatching(/^TOPIC-/), name: 'parking', content: 'Behind the house.', isActive: true },
    ]);
    expect((await call(world, 'POST', topics, { name: 'parking', content: 'x' })).status).toBe(409);
    expect((await call(world, 'PATCH', `${topics}/${body.id}`, { content: 'In front.' })).status).toBe(204);
    expect((await call(world, 'GET', `${topics}/${body.id}`)).body.content).toBe('In front.');
    expect((await call(world, 'DELETE', `${topics}/${body.id}`)).status).toBe(204);
    expect((await call(world, 'GET', topics)).body).toEqual([]);
    expect(
      (await call(world, 'POST', topics, { name: '', content: 5 })).body.errors.map(
        (each: { field: string }) => each.field,
      ),
    ).toEqual(['name', 'content']);
  });

  it('variants have one default, which cannot be removed; their values are text and name attributes', async () => {
    const world = createRestWorld();
    const variants = `${MAIN}/variants`;
    await call(world, 'POST', `${MAIN}/attributes`, { name: 'phone' });
    expect(
      (await call(world, 'POST', variants, { name: 'Quay', attributeValues: { values: { fax: '1' } } })).status,
    ).toBe(400);
    const made = await call(world, 'POST', variants, {
      name: 'Quay',
      isDefault: true,
      attributeValues: { values: { phone: '1' } },
    });
    expect([made.status, made.body.isDefault]).toEqual([201, true]);
    const { body } = await call(world, 'GET', variants);
    expect(body.variants.filter((each: { isDefault: boolean }) => each.isDefault)).toHaveLength(1);
    expect((await call(world, 'DELETE', `${variants}/${made.body.id}`)).status).toBe(400);
    expect((await call(world, 'PATCH', `${variants}/${made.body.id}`, { isDefault: false })).status).toBe(400);
    expect((await call(world, 'POST', variants, { name: 'Quay' })).status).toBe(409);
    expect((await call(world, 'DELETE', `${variants}/VARIANT-pine`)).body).toEqual({ id: 'VARIANT-pine' });
    expect((await call(world, 'PATCH', `${variants}/VARIANT-none`, { name: 'x' })).status).toBe(404);
  });
});

describe('deployments', () => {
  const active = async (world: RestWorld) =>
    (await call(world, 'GET', `${SHOP}/deployments/active`)).body.activeDeployments;

  it('go from publish over two promotions to live, and back, and change what the agent says on the way', async () => {
    const world = createRestWorld();
    await call(world, 'POST', `${MAIN}/knowledge-base/topics`, { name: 'parking', content: 'Behind the house.' });
    const published = await call(world, 'POST', `${SHOP}/deployments/publish`, { deploymentMessage: 'Parking' });
    expect([published.status, published.body.environment]).toEqual([201, 'sandbox']);
    expect(await say(world, 'parking', 'demo-connector-sandbox')).toBe('Behind the house.');
    expect(await say(world, 'parking')).not.toBe('Behind the house.');
    const first = await call(world, 'POST', `${SHOP}/deployments/${published.body.deploymentId}/promote`);
    const second = await call(world, 'POST', `${SHOP}/deployments/${first.body.deploymentId}/promote`);
    expect([first.body.environment, second.body.environment]).toEqual(['pre-release', 'live']);
    expect(new Set([published, first, second].map(each => each.body.deployment.id)).size).toBe(3);
    expect(new Set([published, first, second].map(each => each.body.deployment.version)).size).toBe(1);
    expect(await say(world, 'parking')).toBe('Behind the house.');
    const back = await call(world, 'POST', `${SHOP}/deployments/${second.body.deploymentId}/rollback`);
    expect([back.status, back.body.environment]).toEqual([200, 'live']);
    expect(await say(world, 'parking')).not.toBe('Behind the house.');
  });

  it('answer 409 when nothing has changed, 400 for another environment, 200 for a version that is there', async () => {
    const world = createRestWorld();
    expect((await call(world, 'POST', `${SHOP}/deployments/publish`)).status).toBe(409);
    expect((await call(world, 'POST', `${SHOP}/deployments/publish`, { environment: 'live' })).status).toBe(400);
    const { sandbox } = await active(world);
    expect((await call(world, 'POST', `${SHOP}/deployments/${sandbox.id}/promote`)).status).toBe(200);
  });

  it.each([
    ['service', 412],
    ['poly', 200],
  ] as const)('in %s answer %i to a promotion from sandbox to live', async (dialect, status) => {
    const world = createRestWorld({ dialect });
    const { sandbox } = await active(world);
    const answer = await call(world, 'POST', `${SHOP}/deployments/${sandbox.id}/promote`, {
      targetEnvironment: 'live',
    });
    expect(answer.status).toBe(status);
  });

  it('answer 400 to a promotion of live, 409 to a rollback with nothing before, 404 and 422 to wrong ids', async () => {
    const world = createRestWorld();
    const { live } = await active(world);
    expect((await call(world, 'POST', `${SHOP}/deployments/${live.id}/promote`)).status).toBe(400);
    expect((await call(world, 'POST', `${SHOP}/deployments/${live.id}/rollback`)).status).toBe(409);
    expect((await call(world, 'POST', `${SHOP}/deployments/5d3f1b1e-6d0b-4a55-9b6e-0d6a3f4b2c1d/promote`)).status).toBe(
      404,
    );
    expect((await call(world, 'POST', `${SHOP}/deployments/nope/promote`)).status).toBe(422);
  });

  it('deployments are listed newest first; the environment is required', async () => {
    const world = createRestWorld();
    expect((await call(world, 'GET', `${SHOP}/deployments`)).status).toBe(400);
    expect((await call(world, 'GET', `${SHOP}/deployments?environment=live&limit=1`)).body.deployments).toHaveLength(1);
  });
});

describe('real-time configs', () => {
  const page = (name: string, end = '') => `${SHOP}/real-time-configs/${name}${end}`;

  it('change the opening hours of their environment at once, in the middle of a conversation', async () => {
    const world = createRestWorld();
    const before = await say(world, 'opening hours');
    const variables = { opening_hours: 'Closed for stocktaking.', other: { a: 1 } };
    expect((await call(world, 'PATCH', page('live', '/variables'), { variables })).status).toBe(200);
    expect([await say(world, 'opening hours'), await say(world, 'opening hours', 'demo-connector-sandbox')]).toEqual([
      'Closed for stocktaking.',
      before,
    ]);
    const second = await call(world, 'PATCH', page('live', '/variables'), { variables: { other: { b: 2 } } });
    expect(second.body.variables).toEqual({ opening_hours: 'Closed for stocktaking.', other: { b: 2 } });
  });

  it('hold their variables to the schema', async () => {
    const world = createRestWorld();
    const schema = { type: 'object', properties: { opening_hours: { type: 'string' } }, additionalProperties: false };
    expect((await call(world, 'PUT', page('live', '/schema'), { schema })).status).toBe(200);
    const wrong = await call(world, 'PATCH', page('live', '/variables'), { variables: { opening_hours: 9 } });
    expect([wrong.status, wrong.body.errors]).toEqual([
      400,
      [{ field: 'variables.opening_hours', message: 'must be string' }],
    ]);
    expect((await call(world, 'PUT', page('live', '/schema'), { schema: { type: 'nonsense' } })).status).toBe(400);
    expect((await call(world, 'GET', page('live'))).body).toMatchObject({ clientEnv: 'live', variables: {}, schema });
  });

  it('have other names in service only', async () => {
    const world = createRestWorld();
    expect((await call(world, 'GET', page('banner'))).status).toBe(404);
    expect((await call(world, 'PATCH', page('banner', '/variables'), { variables: { a: 1 } })).status).toBe(200);
    expect((await call(world, 'GET', `${SHOP}/real-time-configs`)).body.configPages).toHaveLength(4);
    const poly = await call(createRestWorld({ dialect: 'poly' }), 'GET', page('banner'));
    expect([poly.status, poly.body.error_code]).toEqual([400, 'REAL_TIME_CONFIG_UNKNOWN_CLIENT_ENVIRONMENT']);
  });
});
