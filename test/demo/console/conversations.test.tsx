// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { queryOf } from '../../../src/demo/console/conversations/filters.ts';
import {
  benchLink,
  findConversation,
  fixtureOf,
  latencyFigures,
} from '../../../src/demo/console/conversations/transcript.ts';
import { linkTo, readRoute } from '../../../src/demo/console/kit/route.ts';
import type { Conversation, Turn } from '../../../src/entries/platform.ts';
import { fakePort, NOW } from './fake-port.ts';
import { showConsole } from './panel-page.tsx';

const turn = (user_input: string, agent_response: string, latency?: number): Turn => ({
  user_input,
  user_input_datetime: '2026-03-01T11:00:00Z',
  agent_response,
  agent_response_datetime: '2026-03-01T11:00:02Z',
  ...(latency === undefined ? {} : { latency }),
});

const conversation = (own: Partial<Conversation> = {}): Conversation => ({
  id: 'CONV-1',
  account_id: 'ACCOUNT-demo',
  project_id: 'PROJECT-shop',
  environment: 'live',
  started_at: '2026-03-01T11:00:00Z',
  channel: 'WEBCHAT',
  in_progress: false,
  num_turns: 2,
  total_duration: 75,
  turns: [turn('', 'Hello!'), turn('Where is my order?', 'On its way.', 1.5)],
  ...own,
});

describe('conversations, the model', () => {
  it('filters of the address become one query, and unknown values count as not set', () => {
    expect(queryOf({ env: 'mars', channel: 'PIGEON', progress: 'maybe', period: 'aeon' }, NOW)).toEqual({
      client_env: 'live',
      limit: 20,
      include_latency: true,
    });
    expect(
      queryOf({ env: 'sandbox', channel: 'SMS', progress: 'true', period: 'hour', cursor: 'c' }, NOW),
    ).toMatchObject({
      client_env: 'sandbox',
      channel: 'SMS',
      in_progress: true,
      start_time: '2026-03-01T11:00:00.000Z',
      cursor: 'c',
    });
  });

  it('a search has the bounds that the platform asks for', () => {
    const query = queryOf({ q: ' my order ', search: 'semantic' }, NOW);
    expect(query).toMatchObject({ query: 'my order', query_type: 'semantic' });
    expect(Date.parse(`${query.start_time}`)).toBeLessThan(NOW);
    expect(Date.parse(`${query.end_time}`)).toBeGreaterThan(NOW);
  });

  it('latencies are ranked as the platform ranks them', () => {
    const turns = Array.from({ length: 20 }, (_, index) => turn('a', 'b', 20 - index));
    expect(latencyFigures({ turns })).toEqual({ count: 20, median: 10, p95: 19, longest: 20 });
    expect(latencyFigures({ turns: [turn('', 'Hello!')] })).toBeNull();
  });

  it('a conversation is found by its start at once, and without it in any environment', async () => {
    const asked: unknown[] = [];
    const platform = {
      conversations: {
        async *all(query: { client_env: string }) {
          asked.push(query);
          if (query.client_env === 'sandbox') yield conversation({ id: 'CONV-2' });
        },
      },
    };
    const port = fakePort({ platform });
    expect(await findConversation(port, 'CONV-2', {})).toMatchObject({ id: 'CONV-2' });
    expect(asked).toHaveLength(3);
    await findConversation(port, 'CONV-2', { env: 'sandbox', at: '2026-03-01T11:00:00Z' });
    expect(asked.at(-1)).toMatchObject({
      start_time: '2026-03-01T11:00:00.000Z',
      end_time: '2026-03-01T11:00:00.001Z',
    });
    expect(await findConversation(port, 'CONV-9', {})).toBeNull();
  });

  it('what was said leads to the bench and into a fixture', () => {
    expect(benchLink(conversation())).toBe('/?say=Where+is+my+order%3F#bench');
    expect(JSON.parse(fixtureOf(conversation()))).toMatchObject({ id: 'CONV-1', turns: [{}, { latency: 1.5 }] });
  });

  it('links and addresses are each other’s inverse', () => {
    const link = linkTo('conversations', 'CONV-1/ä', { env: 'live', q: 'a&b', cursor: '' });
    expect(readRoute(link)).toEqual({ panel: 'conversations', id: 'CONV-1/ä', query: { env: 'live', q: 'a&b' } });
    expect(readRoute('#/%E0%A4%A')).toMatchObject({ panel: '%E0%A4%A' });
  });
});

describe('conversations, the panel', () => {
  afterEach(cleanup);

  it('loads, fails with a way to try again, and lists what came', async () => {
    let calls = 0;
    const page = async () => {
      calls += 1;
      if (calls === 1) throw new Error('The platform is asleep.');
      return { conversations: [conversation({ handoff: true })], cursor: 'next' };
    };
    showConsole('#/conversations', fakePort({ platform: { conversations: { page } } }));
    expect(screen.getByText('Loading…')).toBeTruthy();
    expect((await screen.findByRole('alert')).textContent).toContain('The platform is asleep.');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    const card = await screen.findByRole('link', { name: /Where is my order\?/ });
    expect(card.getAttribute('href')).toContain('#/conversations/CONV-1?env=live&at=');
    expect(card.textContent).toContain('hand-off');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('link', { name: 'Next page' }).getAttribute('href')).toBe('#/conversations?cursor=next');
  });

  it('offers samples to an empty emulator, and lists them', async () => {
    const list: Conversation[] = [];
    const control = async () => void list.push(conversation());
    showConsole(
      '#/conversations',
      fakePort({ control, platform: { conversations: { page: async () => ({ conversations: list, cursor: null }) } } }),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Add 60 samples' }));
    expect(await screen.findByRole('link', { name: /Where is my order\?/ })).toBeTruthy();
  });

  it('shows a transcript with its latencies, the hand-off and the state', async () => {
    const one = conversation({ handoff: true, handoff_destination: 'desk', state: { order: 'HP-1' } });
    const platform = {
      conversations: {
        async *all() {
          yield one;
        },
      },
      handoffState: { byId: async () => ({ id: 'CONV-1', data: { basket: 'full' } }) },
    };
    showConsole('#/conversations/CONV-1?env=live', fakePort({ platform }));
    expect((await screen.findByRole('list', { name: 'Transcript' })).textContent).toContain('after 1.50 s');
    expect(await screen.findByText('full')).toBeTruthy();
    expect(screen.getByText('HP-1')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Say it again on the bench' })).toBeTruthy();
  });
});
