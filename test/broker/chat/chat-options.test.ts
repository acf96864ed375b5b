import { describe, expect, it } from 'vitest';
import { readBrokerConfig } from '../../../src/broker/config.ts';
import { createWorld, KEY_1 } from '../fixtures/fake-world.ts';

const ENV = {
  NATTER_PLATFORM_URL: 'https://messaging.example.com',
  NATTER_CONNECTOR_TOKEN: 'token',
  NATTER_HOST: 'shop.example.com',
  NATTER_ALLOWED_ORIGINS: 'https://shop.example.com',
  NATTER_TICKET_KEYS: `k1:${KEY_1}`,
};
const CHAT = {
  NATTER_CHAT_URL: 'https://api.example.com',
  NATTER_CHAT_API_KEY: 'key',
  NATTER_ACCOUNT_ID: 'ACCOUNT-demo',
  NATTER_PROJECT_ID: 'PROJECT-shop',
};

describe('the variables of Chat', () => {
  it('configure it, with and without the key of Conversations', () => {
    const read = (env: object) => {
      const config = readBrokerConfig({ ...ENV, ...env });
      return config.ok ? config.options.chat : config.problems;
    };
    expect(read({})).toBeUndefined();
    const chat = {
      url: 'https://api.example.com',
      apiKey: 'key',
      accountId: 'ACCOUNT-demo',
      projectId: 'PROJECT-shop',
    };
    expect(read(CHAT)).toEqual(chat);
    expect(read({ ...CHAT, NATTER_CONVERSATIONS_KEY: 'other' })).toEqual({ ...chat, conversationsKey: 'other' });
  });

  it('leave it off if only variables of further interfaces are set', () => {
    const config = readBrokerConfig({ ...ENV, NATTER_ACCOUNT_ID: 'ACCOUNT-demo', NATTER_CONVERSATIONS_KEY: 'key' });
    expect(config).toMatchObject({ ok: true, warnings: [] });
    expect(config.ok && config.options.chat).toBeUndefined();
  });

  it('report every wrong or missing one, without its value', () => {
    const config = readBrokerConfig({
      ...ENV,
      NATTER_CHAT_URL: 'http://SECRET.example',
      NATTER_CHAT_API_KEY: 'SEC RET',
    });
    const problems = config.ok ? [] : config.problems;
    expect(problems.map(({ variable }) => variable)).toEqual([
      'NATTER_CHAT_URL',
      'NATTER_CHAT_API_KEY',
      'NATTER_ACCOUNT_ID',
      'NATTER_PROJECT_ID',
    ]);
    expect(JSON.stringify(problems)).not.toMatch(/SECRET|SEC RET/);
  });
});

it('a wrong option is named', () => {
  expect(() => createWorld({ chat: { url: 'https://api.example.com' } as never })).toThrow(/option chat must be/);
});
