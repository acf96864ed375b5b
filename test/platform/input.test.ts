import { describe, expect, it } from 'vitest';
import type { PlatformOptions } from '../../src/platform/call/connection.ts';
import { createPlatform, type Platform } from '../../src/platform/create-platform.ts';
import { client, failure, KEYS } from './platform-client.ts';

const ALL_KEYS = {
  ...KEYS,
  builder: 'demo-builder',
  outbound: 'demo-outbound',
  events: 'demo-events',
  dni: 'demo-dni',
};

/** The error of a call whose input violates its types, and the number of requests that were sent. */
async function refusalOf(call: (platform: Platform) => Promise<unknown>, options: Partial<PlatformOptions> = {}) {
  const { platform, sent } = client({ keys: ALL_KEYS, ...options });
  const error = await failure(call(platform));
  return { code: error.code, message: error.message, fields: error.fields.map(each => each.field), sent: sent.length };
}

const wrong = (value: object): never => value as never;

describe('fields that a call does not have', () => {
  it.each<[string, (platform: Platform) => Promise<unknown>, string, string]>([
    [
      'a field of a body',
      each => each.alerts.updateRule('ar_1', wrong({ treshold_value: 1 })),
      'treshold_value',
      'updateAlertRule was not sent. treshold_value: is no field of this call. Did you mean "threshold_value"?',
    ],
    [
      'a filter',
      each => each.conversations.page(wrong({ chanel: 'SMS' })),
      'chanel',
      'listConversations was not sent. chanel: is no field of this call. Did you mean "channel"?',
    ],
    [
      'a field within a list',
      each => each.agents.branches.merge('PROJECT-shop', 'BRANCH-1', wrong({ conflictResolutions: [RESOLUTION] })),
      'conflictResolutions.0.strategie',
      'Did you mean "strategy"?',
    ],
    [
      'a field within an optional object',
      each => each.agents.topics.update('PROJECT-shop', 'main', 'TOPIC-1', wrong({ exampleQueries: EXAMPLES })),
      'exampleQueries.querys',
      'Did you mean "queries"?',
    ],
    [
      'a field of an external event',
      each => each.externalEvents.post(wrong({ ...EVENT, event_id_paht: 'id' })),
      'event_id_paht',
      'Did you mean "event_id_path"?',
    ],
    ['a field that is like none', each => each.chat.create(wrong({ zzz: 1 })), 'zzz', 'zzz: is no field of this call'],
  ])('%s is named, with the one that is meant, before the network', async (_, call, field, words) => {
    const { code, message, fields, sent } = await refusalOf(call);
    expect({ code, sent }).toEqual({ code: 'invalid_input', sent: 0 });
    expect(fields).toContain(field);
    expect(message).toContain(words);
  });

  it('come with the other problems of the same call', async () => {
    const { fields } = await refusalOf(each => each.agents.create(wrong({ nme: 'Desk' })));
    expect(fields).toEqual(['nme', 'name']);
  });

  it('an editor never offers fields that the call refuses', async () => {
    const { message } = await refusalOf(each => each.conversations.pageV1(wrong({ query_typ: 'semantic' })));
    expect(message).not.toContain('Did you mean');
  });

  it('do not exist in attributes, metadata and variables, which are open', async () => {
    const { platform } = client({ keys: ALL_KEYS });
    const { conversation_id } = await platform.chat.create({ integration_attributes: { anything: { at: ['all'] } } });
    await platform.chat.respond({ conversation_id, message: 'hello', metadata: { any_name: 1 } });
    await platform.dni.reserve({ any_name: { nested: true } });
    await platform.outbound.call({ to_number: '+442079460123', metadata: { any_name: 'x' } });
    const page = await platform.agents.realTimeConfigs.setVariables('PROJECT-shop', 'live', { any_name: 1 });
    expect(page.variables).toEqual({ any_name: 1 });
  });

  it('may be undefined, like any field', async () => {
    const { platform } = client();
    await expect(platform.chat.create(wrong({ zzz: undefined }))).resolves.toHaveProperty('conversation_id');
  });
});

const RESOLUTION = { path: ['behavior'], strategy: 'ours', strategie: 'ours' };
const EXAMPLES = { queries: [], querys: [] };
const EVENT = {
  event_id_location: 'payload',
  event_id_path: 'reference',
  contentType: 'application/json',
  body: '{"reference":"evt_1"}',
} as const;

describe('open objects', () => {
  it.each<[string, (platform: Platform) => Promise<unknown>]>([
    ['attributes', each => each.dni.reserve({ attributes: { shared_id: 'crm-1' } })],
    ['variables', each => each.agents.realTimeConfigs.setVariables('shop', 'live', { variables: { a: 1 } })],
    ['schema', each => each.agents.realTimeConfigs.setSchema('shop', 'live', { schema: { type: 'object' } })],
  ])('%s are refused with an object around them, which would arrive as their only entry', async (field, call) => {
    const { code, message, fields, sent } = await refusalOf(call);
    expect({ code, fields, sent }).toEqual({ code: 'invalid_input', fields: [field], sent: 0 });
    expect(message).toContain(`${field}: must be given directly, without an object { ${field} } around it`);
  });

  it.each([{ attributes: 'two' }, { attributes: { a: 1 }, shared_id: 'crm-1' }])(
    '%o: an attribute of the name "attributes" is like any other',
    async attributes => {
      const { platform, sent } = client({ keys: ALL_KEYS });
      await platform.dni.reserve(attributes);
      expect(await sent[0]?.json()).toEqual({ attributes });
    },
  );

  it.each<[string, (platform: Platform) => Promise<unknown>]>([
    ['attributes: must be an object', each => each.dni.reserve('crm-1' as never)],
    ['attributes: is missing: must be an object', each => each.dni.reserve(undefined as never)],
    ['variables: must be an object', each => each.agents.realTimeConfigs.setVariables('shop', 'live', 'x' as never)],
    ['contentType: must be one of application/json', each => each.externalEvents.post(undefined as never)],
  ])('%s: nothing is sent in place of an object', async (words, call) => {
    const { code, message, sent } = await refusalOf(call);
    expect({ code, sent }).toEqual({ code: 'invalid_input', sent: 0 });
    expect(message).toContain(words);
  });
});

describe('values of the wrong kind', () => {
  it('wrong values are named with what they must be, before the network', async () => {
    const { message } = await refusalOf(each => each.chat.respond(wrong({ message: 5 })));
    expect(message).toBe(
      'respondToChat was not sent. conversation_id: is missing: must be text; message: must be text',
    );
  });
});

describe('bodies that JSON cannot hold', () => {
  const cyclic: Record<string, unknown> = { name: 'x' };
  cyclic.self = { cyclic };

  it.each<[string, Record<string, unknown>, string, string]>([
    ['a BigInt', { order: { id: 4711n } }, 'integration_attributes.order.id', 'is a BigInt'],
    ['a cycle', cyclic, 'integration_attributes.self.cyclic', 'contains itself'],
    [
      'a failing toJSON',
      {
        at: {
          toJSON: () => {
            throw new Error('no');
          },
        },
      },
      'body',
      'cannot be written as JSON',
    ],
  ])('%s is named before the network', async (_, integration_attributes, field, words) => {
    const { code, message, fields, sent } = await refusalOf(each => each.chat.create({ integration_attributes }));
    expect({ code, fields, sent }).toEqual({ code: 'invalid_input', fields: [field], sent: 0 });
    expect(message).toContain('createChat was not sent.');
    expect(message).toContain(words);
  });

  it('an object that stands in two places is no cycle', async () => {
    const shared = { id: 1 };
    const { platform } = client();
    await expect(platform.chat.create({ integration_attributes: { a: shared, b: shared } })).resolves.toBeDefined();
  });
});

describe('external events', () => {
  it.each(['x-api-key', 'X-Api-Key', 'content-type', 'CONTENT-TYPE'])(
    'a header %s of their own is refused: it would be merged with that of the client',
    async name => {
      const { code, fields, sent } = await refusalOf(each =>
        each.externalEvents.post({ ...EVENT, headers: { [name]: 'x' } }),
      );
      expect({ code, fields, sent }).toEqual({ code: 'invalid_input', fields: [`headers.${name}`], sent: 0 });
    },
  );

  it('a header that cannot be sent is refused by its name', async () => {
    const { code, fields, message } = await refusalOf(each =>
      each.externalEvents.post({ ...EVENT, headers: { 'X-Ref': 'SECRET\nX' } }),
    );
    expect({ code, fields }).toEqual({ code: 'invalid_input', fields: ['headers.X-Ref'] });
    expect(message).not.toContain('SECRET');
  });

  it('a parameter that differs from one of the call is refused, the same value is not', async () => {
    const { code, fields, message, sent } = await refusalOf(each =>
      each.externalEvents.post({ ...EVENT, parameters: { account_id: 'other' } }),
    );
    expect({ code, fields, sent }).toEqual({ code: 'invalid_input', fields: ['parameters.account_id'], sent: 0 });
    expect(message).toContain('accountId');
    const same = await refusalOf(each => each.externalEvents.post({ ...EVENT, parameters: { account_id: 'demo' } }));
    expect(same.code).not.toBe('invalid_input');
  });

  it.each(['application/pdf', '', undefined])('the content type %j is refused', async contentType => {
    const { code, fields, message, sent } = await refusalOf(each =>
      each.externalEvents.post(wrong({ ...EVENT, contentType })),
    );
    expect({ code, fields, sent }).toEqual({ code: 'invalid_input', fields: ['contentType'], sent: 0 });
    expect(message).toContain('application/json');
  });

  it('a body that is no text is refused', async () => {
    const { code, fields } = await refusalOf(each => each.externalEvents.post(wrong({ ...EVENT, body: { a: 1 } })));
    expect({ code, fields }).toEqual({ code: 'invalid_input', fields: ['body'] });
  });
});

describe('createPlatform()', () => {
  const make = (options?: object) => () => createPlatform(options as PlatformOptions);
  const GOOD = { baseUrl: 'https://api.example.com', keys: {} };

  it('without options says what it needs', () => {
    expect(make()).toThrow('createPlatform: needs an object of options with baseUrl and keys');
  });

  it.each<[object, string]>([
    [{ fetch: 5 }, 'createPlatform: fetch must be a function'],
    [{ wait: 'long' }, 'createPlatform: wait must be a function'],
    [{ signal: {} }, 'createPlatform: signal must be an AbortSignal'],
    [{ timeoutMs: 5_000_000_000 }, 'createPlatform: timeoutMs must be a whole number'],
    [{ keys: { dni: 5 } }, 'createPlatform: keys.dni must be letters'],
    [{ builderURL: 'https://x.example' }, 'createPlatform: builderURL is no option. Did you mean "builderUrl"?'],
    [{ keys: { conversation: 'k' } }, 'createPlatform: keys.conversation is no key. Did you mean "conversations"?'],
  ])('with %j says which option is wrong, and how', (options, words) => {
    expect(make({ ...GOOD, ...options })).toThrow(words);
  });
});
