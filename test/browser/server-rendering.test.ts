import { afterEach, expect, it, vi } from 'vitest';
import { browserPorts } from '../../src/browser/ports.ts';
import { createChat } from '../../src/widget/chat/create-chat.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('[O5] a chat can be made where there is no page, and asks nobody for anything', () => {
  const chat = createChat({ broker: 'https://chat.example.com' });
  expect(chat.state.value.connection).toMatchObject({ status: 'idle', phase: 'idle' });
  expect(chat.state.value.messages).toEqual([]);
  chat.dispose();
});

it('[O5] a server that has locks and channels of its own keeps nothing and joins nobody', () => {
  vi.stubGlobal('navigator', { locks: {} });
  const ports = browserPorts({ broker: 'https://chat.example.com' });
  expect(ports.environment.online).toBe(true);
  expect(Object.keys(ports)).not.toContain('storage');
  expect(Object.keys(ports)).not.toContain('tabs');
});

it('[O5] the platform is told of a device even if there is no page, as in a worker or an app without a web view', () => {
  expect(browserPorts({ broker: 'https://chat.example.com' }).environment.deviceType).toBe('desktop');
});

it('a path as the broker throws nothing where there is no page, and says what is wrong when it is used', async () => {
  const lines: string[] = [];
  vi.spyOn(console, 'warn').mockImplementation(line => lines.push(`${line}`));
  const chat = createChat({ broker: '/api/chat' });
  expect(lines).toEqual([]);
  chat.open();
  await vi.waitFor(() =>
    expect(lines).toEqual([
      `[natter] broker_unreachable: "/api/chat" is a path, but there is no page here. Set the broker's whole address.`,
    ]),
  );
  chat.dispose();
});
