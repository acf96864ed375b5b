/** Services of the broker beside the token: a sound installation, and mistakes in it. */

import { describe, expect, it } from 'vitest';
import type { CheckName, Status } from '../../../src/cli/doctor/findings/findings.ts';
import { BROKER, createWorld, examineWorld, findingOf, reply, TOKEN, type World } from './fixtures/fake-world.ts';

const API = 'https://api.example.net';
const CHAT = { url: API, apiKey: 'chat-SECRET', accountId: 'a', projectId: 'p' };
const NAMES: readonly CheckName[] = ['chat', 'chat-turns', 'call-me', 'call-us', 'status'];

interface Services {
  readonly world: World;
  /** Calls to the platform, as method and path. */
  readonly calls: string[];
  /** Path, or its end → status of the platform's answer. */
  readonly statuses: Map<string, number>;
}

function createServices(): Services {
  const world = createWorld();
  const calls: string[] = [];
  const statuses = new Map<string, number>();
  const turns = [{ user_input: '', agent_response: 'Hello.' }];
  const says = {
    access_token: TOKEN,
    expires_in: 3600,
    token_type: 'Bearer',
    conversation_id: 'CONV-1',
    response: 'Hello.',
    conversations: [{ id: 'CONV-1', in_progress: true, turns }],
  };
  Object.assign(world.brokerOptions, {
    chat: { ...CHAT, conversationsKey: 'look-SECRET' },
    outboundUrl: API,
    outboundToken: 'outbound-SECRET',
    callCountries: ['GB'],
    dniUrl: API,
    dniApiKey: 'dni-SECRET',
    webhookSecrets: ['webhook-SECRET-0123'],
    fetch: async (url: string, { method = 'GET' }: RequestInit) => {
      const path = new URL(url).pathname.replace(/^.*\/p\//, '');
      calls.push(`${method} ${path}`);
      return Response.json(says, { status: statuses.get(path) ?? 200 });
    },
  } satisfies Partial<World['brokerOptions']>);
  return { world, calls, statuses };
}

describe('services of a broker beside the token', () => {
  it('sound services are well, with a conversation that begins and ends, without a call and without a number', async () => {
    const { world, calls } = createServices();
    const seen = await examineWorld(world);
    expect(NAMES.map(name => findingOf(seen, name).status)).toEqual(NAMES.map(() => 'ok'));
    const others = calls.filter(call => !call.includes('access-token'));
    expect(others).toEqual(['POST chat/create', 'GET conversations', 'PUT chat/close']);
    expect(seen.secrets).toHaveLength(4);
  });

  it('services without keys are skipped', async () => {
    const seen = await examineWorld(createWorld());
    expect(NAMES.map(name => findingOf(seen, name).status)).toEqual(NAMES.map(() => 'skipped'));
  });

  const faults: readonly (readonly [string, (services: Services) => void, CheckName, Status, RegExp, RegExp])[] = [
    [
      'the platform refuses the keys of Chat',
      ({ statuses }) => statuses.set('chat/create', 403),
      'chat',
      'failed',
      /refuses \(502/,
      /NATTER_CHAT_API_KEY, NATTER_CHAT_TOKEN/,
    ],
    [
      'the platform refuses the key of Conversations',
      ({ statuses }) => statuses.set('conversations', 401),
      'chat-turns',
      'failed',
      /refuses \(502/,
      /NATTER_CONVERSATIONS_KEY/,
    ],
    [
      'the platform has failed',
      ({ statuses }) => statuses.set('chat/create', 500),
      'chat',
      'failed',
      /refuses \(503/,
      /whether the broker may go out: NATTER_CHAT_URL/,
    ],
    [
      'nobody can look a conversation up',
      ({ world }) => {
        world.brokerOptions.chat = CHAT;
      },
      'chat-turns',
      'warning',
      /waits for the visitor/,
      /Set NATTER_CONVERSATIONS_KEY/,
    ],
    [
      'a proxy knows nothing of /call-me',
      ({ world }) => world.answers.set(`GET ${BROKER}/call-me`, reply('<h1>Not found</h1>', { status: 404 })),
      'call-me',
      'failed',
      /A page may not ask for GET \/call-me: there is no Access-Control-Allow-Origin/,
      /hand \/chat, \/call-me/,
    ],
    [
      'a proxy answers OPTIONS itself',
      ({ world }) => world.answers.set(`OPTIONS ${BROKER}/call-us`, reply('', { status: 405 })),
      'call-us',
      'failed',
      /OPTIONS is answered with 405/,
      /OPTIONS and all headers/,
    ],
    [
      'another server answers /status',
      ({ world }) =>
        world.answers.set(`GET ${BROKER}/status`, reply('ok', { headers: { 'access-control-allow-origin': '*' } })),
      'status',
      'failed',
      /not one of the broker/,
      /hand \/chat/,
    ],
  ];

  it.each(faults)('%s', async (_, plant, name, status, message, fix) => {
    const services = createServices();
    plant(services);
    const finding = findingOf(await examineWorld(services.world), name);
    expect(finding).toMatchObject({ status, message: expect.stringMatching(message), fix: expect.stringMatching(fix) });
    expect(JSON.stringify(finding)).not.toContain('SECRET');
  });
});
