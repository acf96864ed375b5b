// @vitest-environment jsdom
/** The cards for telephone calls: from the offer to the end of a call, and a number to call. */

import { signal } from '@preact/signals-core';
import { act, fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createServices } from '../../../src/ui/services/services.ts';
import { createFakeChat, mark } from '../fixtures/fake-chat.ts';
import { renderChat } from '../fixtures/render-chat.ts';

type Answer = readonly [status: number, body: object] | 'none';

/** The broker's next answers, by path. The last one stays. */
let answers: Record<string, Answer[]>;
const asked: { path: string; body: unknown }[] = [];

beforeEach(() => {
  answers = {
    '/call-me': [
      [
        200,
        {
          countries: [
            { country: 'GB', code: '44' },
            { country: 'IE', code: '353' },
          ],
        },
      ],
    ],
  };
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    const path = new URL(url).pathname;
    asked.push({ path: `${method} ${path}`, body: body && JSON.parse(String(body)) });
    const list = answers[method === 'POST' ? `POST ${path}` : path] ?? [];
    const answer = (list.length > 1 ? list.shift() : list[0]) ?? 'none';
    if (answer === 'none') throw new TypeError('no answer');
    return Response.json(answer[1], { status: answer[0] });
  });
});
afterEach(() => {
  asked.length = 0;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const posts = () => asked.filter(({ path }) => path.startsWith('POST'));
const error = (code: string, status = 400): Answer => [status, { error: { code, message: '' } }];

/** Renders a chat whose hand-off has failed. */
async function render(offers = ['call-me', 'call-us'], failed = true) {
  const handoff = failed ? { stage: 'failed' as const } : null;
  const fake = createFakeChat({ handoff, messages: failed ? [mark('handoff-failed')] : [] });
  const chat = Object.assign(fake, {
    offers: signal(offers),
    attributes: () => ({ plan: 'gold', conversation_id: 's1' }),
  });
  const services = createServices(() => {}, { broker: 'https://chat.example.com', brokerCookies: false });
  renderChat(chat, { services });
  await act(async () => void (await services.calls.fetch()));
  await pass(0);
  return { chat, services };
}

const card = () => within(screen.getByRole('group', { name: /^Call/ }));

const press = async (name: string) => {
  await act(async () => void fireEvent.click(card().getByRole('button', { name })));
  await pass(0);
};

async function enter(number: string): Promise<void> {
  await press('Call me');
  const field = screen.getByRole('textbox', { name: 'Phone number' });
  await act(async () => void fireEvent.input(field, { target: { value: number } }));
  await press('Call me');
}

const inCard = () => screen.getByRole('group', { name: /^Call/ }).contains(document.activeElement);

const said = () => card().getByRole('status').textContent;

describe('call me', () => {
  it('a visitor whose hand-off failed is called, and follows the call to its end', async () => {
    answers['POST /call-me'] = [[200, { id: 'OUT-1' }]];
    answers['/call-me/OUT-1'] = [
      [200, { status: 'queued' }],
      [200, { status: 'calling' }],
      [200, { status: 'connected' }],
    ];
    await render();
    await enter('020 7946 0123');
    expect(posts()).toEqual([]);
    await pass(5_000);
    const [placed] = posts();
    expect(placed?.body).toEqual({
      number: '020 7946 0123',
      country: 'GB',
      consent: 'By pressing this button, you agree that we may call this number once.',
    });
    expect(said()).toContain('in line');
    await pass(3_000);
    expect(said()).toBe("We're calling you now.");
    await pass(3_000);
    expect(said()).toBe('The call was connected.');
    await pass(60_000);
    expect(posts()).toHaveLength(1);
    await press('Close');
    expect(screen.getByRole('button', { name: 'Call us' })).toBeTruthy();
  });

  it('can be cancelled before the call is placed', async () => {
    await render();
    await enter('020 7946 0123');
    await press('Cancel');
    await pass(10_000);
    expect(posts()).toEqual([]);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone number' }).value).toBe('020 7946 0123');
  });

  it('a call without an answer is never placed again by itself: the visitor is asked', async () => {
    await render();
    await enter('020 7946 0123');
    await pass(120_000);
    expect(posts()).toHaveLength(1);
    expect(said()).toContain("We're not sure the call went through");
    expect(screen.getByRole('button', { name: 'Call me again' })).toBeTruthy();
  });

  it.each([
    ['number_invalid', "This number doesn't look right. Please check it."],
    ['country_not_allowed', "Sorry, we can't call numbers in this country."],
    ['rate_limited', "You've already requested several calls. Please try again later."],
    ['upstream_unavailable', "Calls aren't possible right now. Please try again in a moment."],
    ['outcome_unknown', "We're not sure the call went through. Your phone may ring in a moment."],
  ])('the code %s is said in words', async (code, words) => {
    answers['POST /call-me'] = [error(code)];
    await render();
    await enter('020 7946 0123');
    await pass(5_000);
    expect(said()).toBe(words);
  });

  it('a failed call says why', async () => {
    answers['POST /call-me'] = [[200, { id: 'OUT-1' }]];
    answers['/call-me/OUT-1'] = [[200, { status: 'failed', reason: 'no_answer' }]];
    await render();
    await enter('020 7946 0123');
    await pass(5_000);
    expect(said()).toBe('We called, but no one answered.');
  });

  it('Enter in the field offers the call, and writes no line into the message that is begun', async () => {
    await render();
    await press('Call me');
    const field = screen.getByRole('textbox', { name: 'Phone number' });
    await act(async () => void fireEvent.input(field, { target: { value: '020 7946 0123' } }));
    let isLeftToPage = true;
    await act(async () => {
      isLeftToPage = fireEvent.keyDown(field, { key: 'Enter' });
    });
    expect(isLeftToPage).toBe(false);
    expect(card().getByRole('button', { name: 'Cancel' })).toBeTruthy();
    expect(inCard()).toBe(true);
    card().getByRole('button', { name: 'Cancel' }).focus();
    await pass(5_000);
    expect(card().queryByRole('button', { name: 'Cancel' })).toBeNull();
    expect(inCard()).toBe(true);
  });

  it.each([
    ['my number', "doesn't look right"],
    ['12', "doesn't look right"],
    ['+44 20 7946 0123 4567', "doesn't look right"],
    ['+49 30 901820', "can't call numbers in this country"],
    ['0049 30 901820', "can't call numbers in this country"],
  ])('%s is refused at once, before anything is announced or sent', async (number, words) => {
    await render();
    await enter(number);
    expect(said()).toContain(words);
    await pass(10_000);
    expect(posts()).toEqual([]);
  });

  it.each(['+353 1 234 5678', '(+44) 20 7946 0123', '00 44 20 7946 0123', '020 7946 0123'])(
    '%s is a number that may be called',
    async number => {
      await render();
      await enter(number);
      expect(card().getByRole('button', { name: 'Cancel' })).toBeTruthy();
    },
  );

  it('the page opens the card, which is offered nowhere else while the chat works', async () => {
    const { services } = await render(['call-me'], false);
    expect(screen.queryByRole('button', { name: 'Call me' })).toBeNull();
    await act(async () => {
      services.card.value = 'call-me';
    });
    await pass(0);
    expect(screen.getByRole('textbox', { name: 'Phone number' })).toBeTruthy();
  });
});

describe('call us', () => {
  const RESERVED: Answer = [200, { number: '+441632960001', formatted: '+44 1632 960001', expires_in: 600 }];

  it('shows a number for this visitor in groups, as a link and as a code, and a new one when its time is over', async () => {
    answers['POST /call-us'] = [
      RESERVED,
      [200, { number: '+441632960002', formatted: '+44 1632 960002', expires_in: 600 }],
    ];
    await render();
    await press('Call us');
    expect(posts()[0]?.body).toEqual({ attributes: { plan: 'gold', conversation_id: 's1' } });
    const link = card().getByRole('link', { name: '+44 1632 960001' });
    expect(link.getAttribute('href')).toBe('tel:+441632960001');
    expect(card().getByRole('img', { name: 'Or scan this code with your phone' })).toBeTruthy();
    await pass(61_000);
    expect(card().getByText('Reserved for you. Time left: 8:59')).toBeTruthy();
    await pass(540_000);
    expect(card().getByRole('link', { name: '+44 1632 960002' })).toBeTruthy();
  });

  it('keeps the number when the card is closed and opened again, until the chat has other attributes', async () => {
    answers['POST /call-us'] = [RESERVED];
    const { chat } = await render();
    await press('Call us');
    await press('Close');
    await pass(60_000);
    await press('Call us');
    expect(card().getByText('Reserved for you. Time left: 9:00')).toBeTruthy();
    expect(posts()).toHaveLength(1);
    await press('Close');
    chat.attributes = () => ({ plan: 'gold', conversation_id: 's2' });
    await press('Call us');
    expect(posts()).toHaveLength(2);
  });

  it('says so when all lines are taken, and can be tried again', async () => {
    answers['POST /call-us'] = [error('no_number_free', 503), RESERVED];
    await render();
    await press('Call us');
    expect(said()).toContain('All our lines are busy right now');
    await press('Try again');
    expect(card().getByRole('link', { name: '+44 1632 960001' })).toBeTruthy();
  });
});
