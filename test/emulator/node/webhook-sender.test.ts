import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { postNotice } from '../../../src/emulator/node/webhook-sender.ts';

it('a receiver that does not answer in time is an error, which is repeated', async () => {
  const server = createServer(() => {});
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const notice = {
    kind: 'post',
    deliveryId: 'd',
    url: `http://127.0.0.1:${port}/`,
    headers: {},
    body: '{}',
    secret: 's',
    eventId: 'evt_1',
    timestamp: 1,
    timeoutMs: 20,
  } as const;
  expect(await postNotice(notice, 'service')).toEqual({ error: 'no answer within 20 ms' });
  server.close();
  server.closeAllConnections();
});
