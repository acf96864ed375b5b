import { describe, expect, it } from 'vitest';
import { type Answered, builderShape, DIALECTS, UNKNOWN_UUID, useRealPlatform } from './real-platform.ts';

const SHOP = '/v1/agents/PROJECT-shop';

describe.each(DIALECTS)('Agents over the wire, dialect %s', dialect => {
  const at = useRealPlatform(dialect);
  const isPoly = dialect === 'poly';
  const branch = async (name: string): Promise<string> => {
    const body = isPoly ? { branchName: name } : { name };
    const made = await at.builder('POST', `${SHOP}/branches`, body);
    expect([made.status, Object.keys(made.body)]).toEqual([201, ['branchId', 'sequenceId']]);
    return `${SHOP}/branches/${made.body.branchId}`;
  };
  const expectError = (answer: Answered, status: number, code: string, field?: string): void => {
    expect([answer.status, Object.keys(answer.body)]).toEqual([status, builderShape(dialect)]);
    if (isPoly) expect(answer.body.error_code).toBe(code);
    else if (field) expect(answer.body.errors.map((each: { field: string }) => each.field)).toContain(field);
    if (field) expect(isPoly ? answer.body.error_message : answer.body.message).toContain(field);
  };

  it('wire 12, agents: listed, made, copied and removed, under both paths', async () => {
    for (const path of ['/v1/agents', '/v1/accounts/demo/agents']) {
      const { status, body } = await at.builder('GET', path);
      expect([status, body[0].agentId]).toEqual([200, 'PROJECT-shop']);
      const made = await at.builder('POST', path, { name: 'A', description: 'd', responseSettings: {} });
      expect([made.status, made.body.agentName, made.body.branchCount]).toEqual([200, 'A', 1]);
      expect(made.body.agentId).toMatch(/^PROJECT-[A-Z0-9]{8}$/);
      expect([made.body.name, made.body.description]).toEqual(isPoly ? [undefined, undefined] : ['A', 'd']);
      const copy = await at.builder('POST', `/v1/agents/${made.body.agentId}/duplicate`, { newAgentName: 'B' });
      expect([copy.status, copy.body.agentName]).toEqual([200, 'B']);
      expectError(
        await at.builder('POST', path, { name: 'C', agentId: made.body.agentId }),
        409,
        'SCHEMA_VALIDATION_FAILED',
        'agentId',
      );
      expect((await at.builder('DELETE', `/v1/agents/${copy.body.agentId}`)).status).toBe(204);
      expectError(await at.builder('DELETE', `/v1/agents/${copy.body.agentId}`), 404, 'PROJECT_NOT_FOUND');
    }
    expectError(await at.builder('GET', '/v1/accounts/other/agents'), 404, 'ACCOUNT_NOT_FOUND');
  });

  it('interface 8, limits: an agent’s name has 1 to 128 characters, 100 in poly', async () => {
    const most = isPoly ? 100 : 128;
    expect((await at.builder('POST', '/v1/agents', { name: 'n'.repeat(most) })).status).toBe(200);
    for (const name of ['', 'n'.repeat(most + 1), 1, undefined]) {
      expectError(await at.builder('POST', '/v1/agents', { name }), 400, 'SCHEMA_VALIDATION_FAILED', 'name');
    }
  });

  it('wire 2, unknown fields: ignored in service, 422 in poly; the other dialect’s field is known', async () => {
    expect((await at.builder('POST', '/v1/agents', { name: 'A', nothing: 1 })).status).toBe(isPoly ? 422 : 200);
    for (const name of ['name', 'branchName']) {
      expect((await at.builder('POST', `${SHOP}/branches`, { [name]: `by ${name}` })).status).toBe(201);
    }
    expectError(
      await at.builder('POST', `${SHOP}/branches`, { branchName: '' }),
      400,
      'SCHEMA_VALIDATION_FAILED',
      'branchName',
    );
  });

  it('wire 12, writes to main: allowed in service, 422 in poly', async () => {
    const answer = await at.builder('PATCH', `${SHOP}/branches/main/behavior`, { behavior: 'Be kind.' });
    expect(answer.status).toBe(isPoly ? 422 : 200);
    if (isPoly) expect(answer.body.error_message).toBe('Cannot directly update main branch');
    expect((await at.builder('DELETE', `${SHOP}/branches/main`)).status).toBe(422);
  });

  it('wire 12, topics: made, read, changed, removed; their errors have their own code', async () => {
    const topics = `${await branch('topics')}/knowledge-base/topics`;
    const given = { name: 'T', content: 'c', exampleQueries: { queries: ['q'] }, actions: [] };
    const made = await at.builder('POST', topics, given);
    expect([made.status, made.body]).toEqual([201, { ...given, isActive: true, id: made.body.id }]);
    expect(made.body.id).toMatch(/^TOPIC-[A-Z0-9]{8}$/);
    const one = `${topics}/${made.body.id}`;
    expectError(await at.builder('POST', topics, given), 409, 'KNOWLEDGE_BASE_TOPIC_ALREADY_EXISTS', 'name');
    expectError(
      await at.builder('POST', topics, { name: 'U', content: '' }),
      400,
      'KNOWLEDGE_BASE_TOPICS_INVALID',
      'content',
    );
    const many = { queries: Array.from({ length: 101 }, () => 'q') };
    expectError(
      await at.builder('PATCH', one, { exampleQueries: many }),
      400,
      'KNOWLEDGE_BASE_TOPICS_INVALID',
      'exampleQueries.queries',
    );
    expect((await at.builder('PATCH', one, { isActive: false })).status).toBe(204);
    expect((await at.builder('GET', one)).body.isActive).toBe(false);
    expect((await at.builder('GET', topics)).body).toHaveLength(1);
    expect((await at.builder('DELETE', one)).status).toBe(204);
    expectError(await at.builder('GET', one), 404, '');
  });

  it('wire 12, attributes and variants: their answers and their errors', async () => {
    const path = await branch('variants');
    const attribute = await at.builder('POST', `${path}/attributes`, { name: 'city' });
    expect([attribute.status, Object.keys(attribute.body)]).toEqual([201, ['id', 'name']]);
    const variants = `${path}/variants`;
    const made = await at.builder('POST', variants, { name: 'V', attributeValues: { values: { city: 'York' } } });
    expect([made.status, made.body]).toEqual([
      201,
      { id: made.body.id, name: 'V', isDefault: false, attributeValues: { values: { city: 'York' } } },
    ]);
    expect(made.body.id).toMatch(/^VARIANT-[A-Z0-9]{8}$/);
    expectError(await at.builder('POST', variants, { name: 'V' }), 409, 'VARIANTS_DUPLICATE_NAME_ERROR', 'name');
    for (const values of [{ city: 1 }, { town: 'York' }]) {
      const answer = await at.builder('POST', variants, { name: 'W', attributeValues: { values } });
      expectError(answer, 400, 'VARIANTS_BAD_ATTRIBUTES_ERROR', `attributeValues.values.${Object.keys(values)[0]}`);
    }
    expectError(
      await at.builder('PATCH', `${variants}/${made.body.id}`, { name: '' }),
      400,
      'SCHEMA_VALIDATION_FAILED',
      'name',
    );
    const moved = await at.builder('PATCH', `${variants}/${made.body.id}`, { isDefault: true });
    expect([moved.status, moved.body.isDefault]).toEqual([200, true]);
    const all = (await at.builder('GET', variants)).body.variants;
    expect(all.filter((each: { isDefault: boolean }) => each.isDefault)).toHaveLength(1);
    expectError(
      await at.builder('PATCH', `${variants}/${made.body.id}`, { isDefault: false }),
      400,
      'VARIANTS_REMOVE_DEFAULT_ERROR',
    );
    expectError(await at.builder('DELETE', `${variants}/${made.body.id}`), 400, 'VARIANTS_REMOVE_DEFAULT_ERROR');
    expect((await at.builder('DELETE', `${variants}/VARIANT-pine`)).body).toEqual({ id: 'VARIANT-pine' });
    expect((await at.builder('PATCH', `${path}/attributes/${attribute.body.id}`, { name: 'place' })).status).toBe(200);
    expect((await at.builder('DELETE', `${path}/attributes/${attribute.body.id}`)).body).toEqual({
      id: attribute.body.id,
    });
  });

  it('wire 12, merge: diverged is 409 with every path; a value for a path must fit it', async () => {
    const [first, second] = [await branch('first'), await branch('second')];
    for (const path of [first, second]) await at.builder('PATCH', `${path}/behavior`, { behavior: path });
    const merged = await at.builder('POST', `${first}/merge`);
    expect([merged.status, Object.keys(merged.body)]).toEqual([200, ['sequence', 'message', 'testRunIds']]);
    expect((await at.builder('POST', `${second}/merge`)).status).toBe(409);
    const resolve = (value: unknown) =>
      at.builder('POST', `${second}/merge`, { conflictResolutions: [{ path: ['behavior'], strategy: 'ours', value }] });
    expectError(await resolve(5), 400, 'SCHEMA_VALIDATION_FAILED', 'conflictResolutions.0.value');
    expect((await resolve('Be brief.')).status).toBe(200);
    expect((await at.builder('GET', `${SHOP}/branches/main/behavior`)).body).toEqual({ behavior: 'Be brief.' });
  });

  it('wire 12, branches: listed, made once under a name of 1 to 100 characters, removed but for main', async () => {
    const path = `${SHOP}/branches`;
    const name = isPoly ? 'branchName' : 'name';
    const own = await branch('own');
    const listed = (await at.builder('GET', path)).body.branches;
    expect(listed[0]).toEqual({ branchId: 'main', name: 'main' });
    expect(listed.at(-1)).toEqual({ branchId: own.split('/').at(-1), name: 'own' });
    expectError(await at.builder('POST', path, { [name]: 'own' }), 409, 'SCHEMA_VALIDATION_FAILED');
    for (const wrong of ['', 'n'.repeat(101), 1, undefined]) {
      expectError(await at.builder('POST', path, { [name]: wrong }), 400, 'SCHEMA_VALIDATION_FAILED');
    }
    const removed = await at.builder('DELETE', own);
    expect([removed.status, Object.keys(removed.body)]).toEqual([200, ['sequence', 'message']]);
    expectError(await at.builder('DELETE', own), 404, '');
  });

  it('wire 12, behavior: 404 while there is none, not empty, answered as it is', async () => {
    const { agentId } = (await at.builder('POST', '/v1/agents', { name: 'Mute' })).body;
    expectError(await at.builder('GET', `/v1/agents/${agentId}/branches/main/behavior`), 404, '');
    const path = `${await branch('behavior')}/behavior`;
    expectError(await at.builder('PATCH', path, { behavior: '' }), 400, 'SCHEMA_VALIDATION_FAILED', 'behavior');
    const changed = await at.builder('PATCH', path, { behavior: 'Be kind.' });
    expect([changed.status, changed.body]).toEqual([200, { behavior: 'Be kind.' }]);
    expect((await at.builder('GET', path)).body).toEqual({ behavior: 'Be kind.' });
  });

  it('wire 12, agents: the demo’s own cannot be removed, and its copy can', async () => {
    const refused = await at.builder('DELETE', SHOP);
    expectError(refused, 409, '');
    expect(isPoly ? refused.body.error_message : refused.body.message).toContain('Duplicate it');
    const taken = { newAgentName: 'Copy', newAgentId: 'PROJECT-shop' };
    expectError(await at.builder('POST', `${SHOP}/duplicate`, taken), 409, 'SCHEMA_VALIDATION_FAILED');
    for (const agentId of ['a b', 'a/b', '', 'x'.repeat(65)]) {
      expectError(await at.builder('POST', '/v1/agents', { name: 'A', agentId }), 400, 'SCHEMA_VALIDATION_FAILED');
    }
  });

  it('wire 12, attributes: the 51st of a branch is 400', async () => {
    const path = `${await branch('fifty')}/attributes`;
    const made = await Promise.all(Array.from({ length: 50 }, (_, n) => at.builder('POST', path, { name: `a${n}` })));
    expect(new Set(made.map(each => each.status))).toEqual(new Set([201]));
    expectError(await at.builder('POST', path, { name: 'more' }), 400, 'VARIANTS_BAD_ATTRIBUTES_ERROR');
  });

  // A thousand requests: one dialect is enough, because the limit is the same code in both.
  if (isPoly)
    it('wire 12, variants: the 1001st of a branch is 400', async () => {
      const path = `${await branch('thousand')}/variants`;
      const before = (await at.builder('GET', path)).body.variants.length;
      for (let made = before; made < 1000; made += 100) {
        const some = Array.from({ length: Math.min(100, 1000 - made) }, (_, n) => ({ name: `v${made + n}` }));
        const answers = await Promise.all(some.map(body => at.builder('POST', path, body)));
        expect(new Set(answers.map(each => each.status))).toEqual(new Set([201]));
      }
      expectError(await at.builder('POST', path, { name: 'more' }), 400, '');
      expect((await at.builder('GET', path)).body.variants).toHaveLength(1000);
    });

  it.each([
    ['ours', 'first'],
    ['theirs', 'second'],
    ['base', 'before'],
  ])(
    'wire 12, merge: the strategy %s takes the %s value, and a branch without changes merges',
    async (strategy, of) => {
      const start = await branch(`start-${strategy}`);
      await at.builder('PATCH', `${start}/behavior`, { behavior: `before ${strategy}` });
      await at.builder('POST', `${start}/merge`);
      const [first, second] = [await branch(`first-${strategy}`), await branch(`second-${strategy}`)];
      await at.builder('PATCH', `${first}/behavior`, { behavior: `first ${strategy}` });
      await at.builder('PATCH', `${second}/behavior`, { behavior: `second ${strategy}` });
      await at.builder('POST', `${first}/merge`);
      expectError(await at.builder('POST', `${second}/merge`), 409, '', 'behavior');
      const conflictResolutions = [{ path: ['behavior'], strategy }];
      expect((await at.builder('POST', `${second}/merge`, { conflictResolutions })).status).toBe(200);
      expect((await at.builder('GET', `${SHOP}/branches/main/behavior`)).body).toEqual({
        behavior: `${of} ${strategy}`,
      });
      expect((await at.builder('POST', `${second}/merge`)).status).toBe(200);
    },
  );

  it('wire 12, merge: sides with defaults of their own leave one, that of the branch', async () => {
    const [first, second] = [await branch('default-1'), await branch('default-2')];
    const ids: string[] = [];
    for (const path of [first, second]) {
      ids.push((await at.builder('POST', `${path}/variants`, { name: path, isDefault: true })).body.id);
      expect((await at.builder('POST', `${path}/merge`)).status).toBe(200);
    }
    const { variants } = (await at.builder('GET', `${SHOP}/branches/main/variants`)).body;
    const defaults = variants.filter((each: { isDefault: boolean }) => each.isDefault);
    expect(defaults.map((each: { id: string }) => each.id)).toEqual([ids[1]]);
  });

  it('wire 12, merge: one that would leave a name twice is 409 with the paths, until the branch or a resolution gives way', async () => {
    const named = {
      topics: { name: 'Twice', content: 'c' },
      attributes: { name: 'twice' },
      variants: { name: 'Twice' },
    };
    for (const [list, body] of Object.entries(named)) {
      const path = (side: string) => `${side}/${list === 'topics' ? 'knowledge-base/topics' : list}`;
      const [first, second] = [await branch(`${list}-1`), await branch(`${list}-2`)];
      const ids: string[] = [];
      for (const side of [first, second]) ids.push((await at.builder('POST', path(side), body)).body.id);
      expect((await at.builder('POST', `${first}/merge`)).status).toBe(200);
      expectError(await at.builder('POST', `${second}/merge`), 409, '', `${list}/${ids[1]}`);
      const before = (await at.builder('GET', path(`${SHOP}/branches/main`))).text;
      expect(before).not.toContain(ids[1]);
      const conflictResolutions = [{ path: [list, ids[1]], strategy: 'ours' }];
      expect((await at.builder('POST', `${second}/merge`, { conflictResolutions })).status).toBe(200);
      expect((await at.builder('GET', path(`${SHOP}/branches/main`))).text).toBe(before);
    }
  });

  it(`wire 12, merge: one that would leave more than 50 attributes${isPoly ? ' or 1000 variants' : ''} is 409 with the paths`, async () => {
    const { agentId } = (await at.builder('POST', '/v1/agents', { name: 'Full' })).body;
    const branches = `/v1/agents/${agentId}/branches`;
    const limits = [['attributes', 50], ...(isPoly ? [['variants', 999] as const] : [])] as const;
    for (const [list, most] of limits) {
      const sides = await Promise.all(
        ['a', 'b'].map(async side => {
          const body = { [isPoly ? 'branchName' : 'name']: `${list}-${side}` };
          return `${branches}/${(await at.builder('POST', branches, body)).body.branchId}`;
        }),
      );
      const counts = [most - 1, 2];
      const ids: string[] = [];
      for (const [side, count] of counts.entries()) {
        for (let made = 0; made < count; made += 1) {
          const { body } = await at.builder('POST', `${sides[side]}/${list}`, { name: `${list} ${side} ${made}` });
          if (side === 1) ids.push(body.id);
        }
      }
      expect((await at.builder('POST', `${sides[0]}/merge`)).status).toBe(200);
      expectError(await at.builder('POST', `${sides[1]}/merge`), 409, '', `${list}/${ids[1]}`);
      await at.builder('DELETE', `${sides[1]}/${list}/${ids[1]}`);
      expect((await at.builder('POST', `${sides[1]}/merge`)).status).toBe(200);
    }
  });

  it('wire 12, rollback: of an older deployment to its version; active ones are null before any', async () => {
    const { agentId } = (await at.builder('POST', '/v1/agents', { name: 'Releases' })).body;
    const path = `/v1/agents/${agentId}`;
    const active = async () => (await at.builder('GET', `${path}/deployments/active`)).body.activeDeployments;
    expect(await active()).toEqual({ sandbox: null, 'pre-release': null, live: null });
    const release = async (behavior: string) => {
      const body = isPoly ? { branchName: behavior } : { name: behavior };
      const { branchId } = (await at.builder('POST', `${path}/branches`, body)).body;
      await at.builder('PATCH', `${path}/branches/${branchId}/behavior`, { behavior });
      await at.builder('POST', `${path}/branches/${branchId}/merge`, { deploymentMessage: behavior });
      if (!isPoly) await at.builder('POST', `${path}/deployments/publish`, { deploymentMessage: behavior });
      return (await active()).sandbox;
    };
    const made = [await release('one'), await release('two'), await release('three')];
    expect(made.map(each => each.metadata.deployment_message)).toEqual(['one', 'two', 'three']);
    const listed = (await at.builder('GET', `${path}/deployments?environment=sandbox`)).body.deployments;
    expect(listed.map((each: { id: string }) => each.id)).toEqual(made.map(each => each.id).reverse());
    const rollback = async (id: string) => (await at.builder('POST', `${path}/deployments/${id}/rollback`)).body;
    expect((await rollback(made[2].id)).deployment.version).toBe(made[1].version);
    const { deployment } = await rollback(made[0].id);
    expect([deployment.version, (await active()).sandbox.id]).toEqual([made[0].version, deployment.id]);
    expect(made.map(each => each.id)).not.toContain(deployment.id);
  });

  it('wire 12, deployments: publish, promote, rollback with their statuses and codes', async () => {
    const deployments = `${SHOP}/deployments`;
    if (isPoly) {
      // The merge has already deployed to sandbox.
      expectError(await at.builder('POST', `${deployments}/publish`), 409, 'DEPLOYMENTS_ALREADY_PUBLISHED');
    } else {
      const published = await at.builder('POST', `${deployments}/publish`, { environment: 'sandbox' });
      expect([published.status, Object.keys(published.body)]).toEqual([
        201,
        ['deployment', 'testRunIds', 'deploymentId', 'environment'],
      ]);
      expectError(await at.builder('POST', `${deployments}/publish`), 409, '');
    }
    for (const environment of ['live', 'pre-release', 'moon', 1]) {
      expectError(
        await at.builder('POST', `${deployments}/publish`, { environment }),
        400,
        'DEPLOYMENTS_INVALID_ENVIRONMENT',
        'environment',
      );
    }
    const { activeDeployments: active } = (await at.builder('GET', `${deployments}/active`)).body;
    const { id } = active.sandbox;
    const straight = await at.builder('POST', `${deployments}/${id}/promote`, { targetEnvironment: 'live' });
    if (isPoly) expect(straight.status).toBe(200);
    else expectError(straight, 412, 'ErrPreReleaseNotReady');
    expectError(
      await at.builder('POST', `${deployments}/${id}/promote`, { targetEnvironment: 'moon' }),
      400,
      'DEPLOYMENTS_INVALID_ENVIRONMENT',
      'targetEnvironment',
    );
    const promoted = await at.builder('POST', `${deployments}/${id}/promote`);
    expect([promoted.status, promoted.body.deployment.environment]).toEqual([200, 'pre-release']);
    expect(promoted.body.deployment.id).not.toBe(id);
    expect((await at.builder('POST', `${deployments}/${id}/promote`)).body.deployment).toEqual(
      promoted.body.deployment,
    );
    const live = await at.builder('POST', `${deployments}/${promoted.body.deployment.id}/promote`);
    expect(live.body.deployment).toMatchObject({ environment: 'live', version: active.sandbox.version });
    expectError(
      await at.builder('POST', `${deployments}/${live.body.deployment.id}/promote`),
      400,
      'DEPLOYMENTS_INVALID_ENVIRONMENT',
    );
    const back = await at.builder('POST', `${deployments}/${live.body.deployment.id}/rollback`);
    expect([back.status, back.body.deployment.version]).toEqual([200, active.live.version]);
    for (const action of ['promote', 'rollback']) {
      expectError(await at.builder('POST', `${deployments}/${UNKNOWN_UUID}/${action}`), 404, 'DEPLOYMENT_NOT_FOUND');
      expectError(
        await at.builder('POST', `${deployments}/x/${action}`),
        422,
        'SCHEMA_VALIDATION_FAILED',
        'deploymentId',
      );
    }
    expectError(await at.builder('GET', deployments), 400, 'DEPLOYMENTS_INVALID_ENVIRONMENT', 'environment');
    const listed = (await at.builder('GET', `${deployments}?environment=live&limit=1`)).body.deployments;
    expect(listed).toEqual([back.body.deployment]);
  });

  it('wire 12, real-time configs: pages, names and schemas', async () => {
    const configs = `${SHOP}/real-time-configs`;
    const pages = (await at.builder('GET', configs)).body.configPages;
    expect(pages.map((each: { clientEnv: string }) => each.clientEnv)).toEqual(['sandbox', 'pre-release', 'live']);
    expect(Object.keys(pages[0])).toEqual(['clientEnv', 'variables', 'schema', 'lastUpdated']);
    const patch = (name: string, variables: unknown) =>
      at.builder('PATCH', `${configs}/${name}/variables`, { variables });
    await patch('live', { a: 1, b: { c: 1 } });
    expect((await patch('live', { b: { d: 2 } })).body.variables).toEqual({ a: 1, b: { d: 2 } });
    const other = await patch('own_page-1', { x: 1 });
    if (isPoly) expectError(other, 400, 'REAL_TIME_CONFIG_UNKNOWN_CLIENT_ENVIRONMENT', 'clientEnv');
    else expect(other.status).toBe(200);
    expect((await at.builder('GET', `${configs}/unknown`)).status).toBe(isPoly ? 400 : 404);
    expect((await patch('a%2Fb', {})).status).toBe(400);
    const put = (schema: unknown) => at.builder('PUT', `${configs}/sandbox/schema`, { schema });
    const odd = [1, 'x', { type: 'nothing' }, { $ref: '#/nowhere' }, { $async: true, required: ['n'] }];
    for (const schema of odd) expectError(await put(schema), 400, 'REAL_TIME_CONFIG_INVALID_SCHEMA', 'schema');
    expect((await put({ properties: { n: { type: 'number', format: 'unheard-of' } } })).status).toBe(200);
    expectError(await patch('sandbox', { n: 'x' }), 400, 'REAL_TIME_CONFIG_INVALID_FOR_SCHEMA', 'variables.n');
    expectError(await put({ $ref: '#' }), 400, 'REAL_TIME_CONFIG_INVALID_SCHEMA', 'schema');
    const endless = {
      definitions: { a: { allOf: [{ $ref: '#/definitions/a' }] } },
      properties: { e: { $ref: '#/definitions/a' } },
    };
    expect((await put(endless)).status).toBe(200);
    expectError(await patch('sandbox', { e: 1 }), 400, 'REAL_TIME_CONFIG_INVALID_SCHEMA', 'schema');
    expect((await patch('sandbox', { f: 1 })).status).toBe(200);
  });

  it.each([
    `${SHOP}/branches/none/behavior`,
    `${SHOP}/branches/a%2Fb/variants`,
    `${SHOP}/branches/main/knowledge-base/topics/__proto__`,
    '/v1/agents/none/branches',
    '/v1/agents/none/deployments/active',
    '/v1/agents/%25/real-time-configs',
  ])('interface 7.1, unknown ids: %s is 404', async path => {
    const answer = await at.builder('GET', path);
    expect([answer.status, Object.keys(answer.body)]).toEqual([404, builderShape(dialect)]);
  });

  it('wire 1, demo-builder-readonly: reads, and 403 to every write', async () => {
    const readonly = (method: string, path: string) => at.keyed('demo-builder-readonly', method, path);
    expect((await readonly('GET', '/v1/agents')).status).toBe(200);
    for (const [method, path] of [
      ['POST', `${SHOP}/deployments/publish`],
      ['DELETE', SHOP],
    ] as const) {
      expect((await readonly(method, path)).status).toBe(403);
    }
  });

  it('interface 4.11, client: every call of the family', async () => {
    const { agents } = at.client;
    const { agentId } = await agents.create({ name: 'Client' });
    const copy = await agents.duplicate(agentId, { newAgentName: 'Copy' });
    await agents.delete(copy.agentId);
    expect((await agents.list()).map(each => each.agentId)).toContain(agentId);
    const { branchId } = await agents.branches.create(agentId, 'work');
    expect((await agents.branches.list(agentId)).branches.map(each => each.name)).toEqual(['main', 'work']);
    await agents.branches.setBehavior(agentId, branchId, 'Be kind.');
    expect(await agents.branches.getBehavior(agentId, branchId)).toEqual({ behavior: 'Be kind.' });
    const topic = await agents.topics.create(agentId, branchId, { name: 'T', content: 'c' });
    await agents.topics.update(agentId, branchId, topic.id, { content: 'd' });
    expect((await agents.topics.get(agentId, branchId, topic.id)).content).toBe('d');
    expect(await agents.topics.list(agentId, branchId)).toHaveLength(1);
    await agents.topics.delete(agentId, branchId, topic.id);
    const attribute = await agents.attributes.create(agentId, branchId, 'city');
    await agents.attributes.rename(agentId, branchId, attribute.id, 'town');
    expect((await agents.attributes.list(agentId, branchId)).attributes).toEqual([{ ...attribute, name: 'town' }]);
    const variant = await agents.variants.create(agentId, branchId, { name: 'V' });
    await agents.variants.update(agentId, branchId, variant.id, { name: 'W' });
    expect((await agents.variants.list(agentId, branchId)).variants.map(each => each.name)).toContain('W');
    await agents.variants.delete(agentId, branchId, variant.id);
    await agents.attributes.delete(agentId, branchId, attribute.id);
    await agents.branches.merge(agentId, branchId);
    await agents.branches.delete(agentId, branchId);
    if (!isPoly) await agents.deployments.publish(agentId);
    const { sandbox } = (await agents.deployments.active(agentId)).activeDeployments;
    const { deployment } = await agents.deployments.promote(agentId, sandbox?.id ?? '');
    expect((await agents.deployments.list(agentId, { environment: 'pre-release' })).deployments).toEqual([deployment]);
    await expect(agents.deployments.rollback(agentId, deployment.id)).rejects.toMatchObject({ status: 409 });
    await agents.realTimeConfigs.setSchema(agentId, 'live', { type: 'object' });
    await agents.realTimeConfigs.setVariables(agentId, 'live', { opening_hours: 'Always' });
    expect((await agents.realTimeConfigs.get(agentId, 'live')).variables).toEqual({ opening_hours: 'Always' });
    expect((await agents.realTimeConfigs.list(agentId)).configPages).toHaveLength(3);
  });
});
