// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { fakePort } from './fake-port.ts';
import { fill, press, showConsole } from './panel-page.tsx';

afterEach(cleanup);

it('a call is followed to its end, and its failure is named', async () => {
  const placed: object[] = [];
  const outbound = {
    call: async (body: object) => {
      placed.push(body);
      return { call_sid: 'OUT-1' };
    },
    wait: async (_sid: string, { onStatus }: { onStatus: (status: object) => void }) => {
      onStatus({ status: 'calling', reason: '' });
      onStatus({ status: 'failure', reason: 'no answer' });
    },
  };
  showConsole('#/calls', fakePort({ platform: { outbound } }));
  expect(await screen.findByText('No call was placed from here yet.')).toBeTruthy();
  await fill('textbox', 'Number', ' 02079460101 ');
  await fill('textbox', 'Country, for a national number', 'gb');
  await press('Place call');
  expect(await screen.findByText('failed: no answer')).toBeTruthy();
  expect(placed).toEqual([{ to_number: '02079460101', country_code: 'GB' }]);
});

it('a call whose answer comes after its panel was left is in the list, and is followed on', async () => {
  let answer = (_: { readonly call_sid: string }) => {};
  const outbound = {
    call: () =>
      new Promise(resolve => {
        answer = resolve;
      }),
    wait: async (_sid: string, { onStatus }: { onStatus: (status: object) => void }) =>
      onStatus({ status: 'success', reason: '' }),
  };
  const control = async (_: string, path: string) => (path === 'agent' ? { live: 'script' } : { sessions: [] });
  showConsole('#/calls', fakePort({ platform: { outbound }, control }));
  await press('Place call');
  location.hash = '#/desk';
  await screen.findByText(/Nobody waits/);
  location.hash = '#/calls';
  await screen.findByText('No call was placed from here yet.');
  answer({ call_sid: 'OUT-1' });
  expect(await screen.findByText('connected')).toBeTruthy();
});

it('a number is reserved with its attributes and called, and the conversation is a link away', async () => {
  const reserved: object[] = [];
  const dni = {
    reserve: async (attributes: object) => {
      reserved.push(attributes);
      return { dni: '+441632960001' };
    },
  };
  const acts: string[] = [];
  const control = async (method: string, path: string, body?: object) => {
    acts.push(`${method} ${path} ${JSON.stringify(body) ?? ''}`.trim());
    return { conversation_id: 'CONV-7' };
  };
  showConsole('#/calls', fakePort({ platform: { dni }, control }));
  await fill('textbox', /^Attributes/, '[]');
  await press('Reserve a number');
  await screen.findByText(/must be an object/);
  await fill('textbox', /^Attributes/, '{"order": "HP-2"}');
  await press('Reserve a number');
  await press('Call +441632960001');
  const link = await screen.findByRole('link', { name: 'See what the agent was told' });
  expect(link.getAttribute('href')).toBe('#/conversations/CONV-7');
  await press('Hang up');
  await screen.findByText('The caller has hung up.');
  expect(reserved).toEqual([{ order: 'HP-2' }]);
  expect(acts).toEqual(['POST calls {"to":"+441632960001","from":"+442079460999"}', 'DELETE calls/CONV-7']);
});
