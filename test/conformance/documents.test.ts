import { describe, expect, it } from 'vitest';
import type { HostName } from '../../src/contract/shape/route.ts';
import { openApiDocument } from '../../src/emulator/rest/openapi.ts';
import { createDocumentCheck } from './document-check.ts';
import { type Answered, type Ask, DIALECTS, KEYS, useRealPlatform } from './real-platform.ts';

const RANGE = 'start_time=2026-11-27T09:00:00Z&end_time=2026-11-27T10:00:00Z';
const DEMO = '/v1/agents/PROJECT-shop';
const FRESH = { name: 'Fresh', responseSettings: { greeting: 'Hello' } };
const BUILDER = { 'x-api-key': KEYS.builder };

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly enum?: readonly string[]; readonly maximum?: number };
}

describe.each(DIALECTS)('the OpenAPI documents, dialect %s', dialect => {
  const at = useRealPlatform(dialect);
  const isPoly = dialect === 'poly';
  const check = createDocumentCheck(dialect);

  /** Makes a call, and checks its request and its answer against the documents. */
  async function call(done: Set<string>, method: string, path: string, more: Ask = {}): Promise<Answered> {
    const place = { host: more.host ?? ('runtime' as HostName), method, path };
    if (typeof more.body !== 'string') expect(check.requestProblemOf(place, more.body)).toBeNull();
    const answer = await at.ask(method, path, more);
    expect([method, path, answer.status < 300]).toEqual([method, path, true]);
    expect(check.problemOf({ ...place, status: answer.status, answer: answer.body })).toBeNull();
    done.add(check.operationIdOf(place) ?? '');
    return answer;
  }

  async function walkRuntime(done: Set<string>): Promise<void> {
    const keyed = (key: string, method: string, path: string, body?: unknown) =>
      call(done, method, path, { headers: { 'x-api-key': key, 'x-token': KEYS.connector }, body });
    const chat = '/v1/demo/shop/chat';
    const attributes = { shared_id: 'crm-1', tier: 'gold' };
    const { conversation_id } = (
      await keyed(KEYS.chat, 'POST', `${chat}/create`, { integration_attributes: attributes, channel: 'sms' })
    ).body;
    const { response } = (await keyed(KEYS.chat, 'POST', `${chat}/respond`, { conversation_id, message: 'payment' }))
      .body;
    const event = /evt_\w+/.exec(response)?.[0] ?? '';
    const where = `event_id_location=querystring&event_id_path=ref&ref=${event}&account_id=demo&project_id=shop`;
    await keyed(KEYS.events, 'POST', `/v1/external-events/webhook?${where}`, '{}');
    await keyed(KEYS.chat, 'POST', `${chat}/respond`, { conversation_id, message: 'handoff' });
    await keyed(KEYS.chat, 'PUT', `${chat}/close`, { conversation_id });
    for (const id of [`id=${conversation_id}`, 'shared_id=crm-1'])
      await keyed(KEYS.conversations, 'GET', `/v1/demo/shop/handoff_state?${id}`);
    const bridge = { conversation_id, bridge_duration_seconds: 4, call_duration_seconds: 9 };
    await keyed(KEYS.events, 'POST', '/internal/v1/agentic-dial/bridge-ended', bridge);
    for (const query of ['v1', 'v2?include_latency=true', 'v3?include_latency=true&limit=1']) {
      const [version, filters = ''] = query.split('?');
      await keyed(KEYS.conversations, 'GET', `/${version}/demo/shop/conversations?${filters}`);
    }
    for (const more of ['', '&slice_by=variant', '&language=en', '&phone_number=1'])
      await keyed(KEYS.conversations, 'GET', `/v1/demo/shop/conversations/concurrency?${RANGE}${more}`);
    await keyed(KEYS.dni, 'POST', '/v1/conversations/dni-reservation', { attributes });
    const headers = { [isPoly ? 'X-PolyAi-Auth-Token' : 'X-Service-Auth-Token']: KEYS.outbound };
    const body = { to_number: '+442079460123', metadata: { a: 'b' } };
    const { call_sid } = (await call(done, 'POST', '/v1/outbound-calling', { headers, body })).body;
    await call(done, 'GET', `/v1/outbound-calling/${call_sid}/status`, { headers });
  }

  const builder = (done: Set<string>) => (method: string, path: string, body?: unknown) =>
    call(done, method, path, { host: 'builder', headers: BUILDER, body });

  async function walkAlerts(done: Set<string>): Promise<void> {
    const ask = builder(done);
    const condition = { metric: 'function_errors', operator: '>=', threshold_value: 1, window_duration: '5m' };
    const rule = (await ask('POST', '/v1/alert-rules', { name: 'Errors', ...condition })).body.id;
    await at.control('POST', 'metrics', { metric: 'function_errors', value: 1 });
    at.advance(60_000);
    expect((await ask('GET', '/v1/alerts')).body.data).toHaveLength(1);
    await ask('GET', '/v1/alert-rules');
    await ask('GET', `/v1/alert-rules/${rule}`);
    await ask('PATCH', `/v1/alert-rules/${rule}`, { enabled: false, project_id: null });
    await ask('DELETE', `/v1/alert-rules/${rule}`);
    const given = { name: 'E', url: 'https://a.example', event_types: ['alerts.triggered'], headers: { 'X-Own': 'a' } };
    const endpoint = `/v1/webhook-endpoints/${(await ask('POST', '/v1/webhook-endpoints', given)).body.id}`;
    await ask('GET', '/v1/webhook-endpoints');
    await ask('GET', endpoint);
    await ask('PATCH', endpoint, { timeout_ms: 1000 });
    await ask('POST', `${endpoint}/rotate-secret`);
    await ask('DELETE', endpoint);
  }

  async function walkAgents(done: Set<string>): Promise<void> {
    const ask = builder(done);
    const agents = isPoly ? '/v1/accounts/demo/agents' : '/v1/agents';
    await ask('GET', agents);
    const named = isPoly ? { responseSettings: { greeting: 'Hello' } } : { description: 'd' };
    const agent = `/v1/agents/${(await ask('POST', agents, { name: 'A', ...named })).body.agentId}`;
    await ask('POST', `${agent}/duplicate`, { newAgentName: 'B' });
    const branches = `${agent}/branches`;
    const made = await ask('POST', branches, isPoly ? { branchName: 'spring' } : { name: 'spring' });
    const branch = `${branches}/${made.body.branchId}`;
    await ask('GET', branches);
    await ask('PATCH', `${branch}/behavior`, { behavior: 'Be kind.' });
    await ask('GET', `${branch}/behavior`);
    const topics = `${branch}/knowledge-base/topics`;
    const topic = { name: 'T', content: 'c', actions: [{}], exampleQueries: { queries: ['q'] }, isActive: true };
    const oneTopic = `${topics}/${(await ask('POST', topics, topic)).body.id}`;
    for (const path of [topics, oneTopic]) await ask('GET', path);
    await ask('PATCH', oneTopic, { isActive: false });
    await ask('DELETE', oneTopic);
    const attribute = `${branch}/attributes/${(await ask('POST', `${branch}/attributes`, { name: 'city' })).body.id}`;
    await ask('PATCH', attribute, { name: 'town' });
    const values = { attributeValues: { values: { town: 'York' } } };
    const variant = `${branch}/variants/${(await ask('POST', `${branch}/variants`, { name: 'V', ...values })).body.id}`;
    await ask('PATCH', variant, { name: 'W' });
    for (const path of ['attributes', 'variants']) await ask('GET', `${branch}/${path}`);
    for (const path of [variant, attribute]) await ask('DELETE', path);
    await ask('POST', `${branch}/merge`, { deploymentMessage: 'm' });
    await ask('DELETE', branch);
    await walkReleases(done, agent);
    await ask('DELETE', agent);
  }

  async function walkReleases(done: Set<string>, agent: string): Promise<void> {
    const ask = builder(done);
    const deployments = `${agent}/deployments`;
    // In the dialect `poly` a merge has already deployed, and main is read-only. So the first version of a new agent is published.
    const fresh = isPoly ? `/v1/agents/${(await ask('POST', '/v1/accounts/demo/agents', FRESH)).body.agentId}` : agent;
    await ask('POST', `${fresh}/deployments/publish`, { deploymentMessage: 'm' });
    await ask('GET', `${deployments}?environment=sandbox&limit=1`);
    const { sandbox } = (await ask('GET', `${deployments}/active`)).body.activeDeployments;
    const promoted = (await ask('POST', `${deployments}/${sandbox.id}/promote`, { targetEnvironment: 'pre-release' }))
      .body;
    expect(promoted.deployment.environment).toBe('pre-release');
    await ask('POST', `${DEMO}/deployments/${await releasedBefore()}/rollback`, {});
    const configs = `${agent}/real-time-configs`;
    await ask('GET', configs);
    await ask('PUT', `${configs}/live/schema`, { schema: { type: 'object' } });
    await ask('PATCH', `${configs}/live/variables`, { variables: { opening_hours: 'Always' } });
    await ask('GET', `${configs}/live`);
  }

  /** Releases a second version of the demo's agent to sandbox, and returns the deployment before it. */
  async function releasedBefore(): Promise<string> {
    const { sandbox } = (await at.builder('GET', `${DEMO}/deployments/active`)).body.activeDeployments;
    const { branchId } = (await at.builder('POST', `${DEMO}/branches`, { name: 'second' })).body;
    await at.builder('PATCH', `${DEMO}/branches/${branchId}/behavior`, { behavior: 'Be brief.' });
    await at.builder('POST', `${DEMO}/branches/${branchId}/merge`);
    await at.builder('POST', `${DEMO}/deployments/publish`);
    return sandbox.id;
  }

  it('wire 2, documents: a walk through all calls sends and gets only what they describe', async () => {
    const done = new Set<string>();
    await walkRuntime(done);
    await walkAlerts(done);
    await walkAgents(done);
    expect([...done].sort()).toEqual([...check.operationIds].sort());
  });

  it('wire 2, bodies: a call that has none ignores one, however large', async () => {
    const path = '/v1/webhook-endpoints/whe_none/rotate-secret';
    expect((await at.builder('POST', path, { a: 'x'.repeat(1024 * 1024) })).status).toBe(404);
  });

  const parametersOf = (path: string): readonly Parameter[] => {
    const { paths } = JSON.parse(JSON.stringify(openApiDocument(['runtime', 'builder'], dialect)));
    return paths[path].get.parameters;
  };

  it('wire 1, config pages: the page has the dialect’s name and form', () => {
    const name = isPoly ? 'clientEnv' : 'configName';
    const own = parametersOf(`/v1/agents/{agentId}/real-time-configs/{${name}}`).find(each => each.name === name);
    expect(own?.schema.enum).toEqual(isPoly ? ['sandbox', 'pre-release', 'live'] : undefined);
  });

  it.each([
    ['v1', 5000],
    ['v2', isPoly ? 1000 : 5000],
    ['v3', isPoly ? 1000 : 5000],
  ])('wire 4, limit: the most records of %s are %i', (version, most) => {
    const limit = parametersOf(`/${version}/{account_id}/{project_id}/conversations`).find(
      each => each.name === 'limit',
    );
    expect(limit?.schema.maximum).toBe(most);
  });
});
