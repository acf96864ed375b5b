/** Trace entries that inspectors receive. */

import { describe, expect, it } from 'vitest';
import { createBrowser } from './fixtures/fake-browser.ts';
import { SECRET, TICKET } from './fixtures/fake-platform.ts';

async function story() {
  const browser = createBrowser();
  const first = browser.tab();
  first.chat.open();
  await browser.pass(1_000);
  const second = browser.tab();
  await browser.pass();
  second.chat.send('hi');
  browser.platform.say('Hello!');
  await browser.pass(5 * 60_000);
  first.signal('frozen');
  await browser.pass(2_000);
  first.signal('resumed');
  second.chat.end();
  await browser.pass(2_000);
  second.chat.forget();
  await browser.pass(2_000);
  return { browser, first, second };
}

describe('the trace', () => {
  it('[O6] tells every input with the phase that it led to and what it brought about', async () => {
    const { first } = await story();
    const inputs = first.trace.flatMap(each => (each.kind === 'input' ? [each] : []));
    const opened = inputs.find(each => each.input.type === 'openRequested');
    expect(opened).toMatchObject({ phase: 'authorizing', input: { at: 1_700_000_000_011 } });
    expect(opened?.effects.map(each => each.type)).toContain('fetchToken');
    expect(inputs.map(each => each.phase).filter((phase, i, all) => phase !== all[i - 1])).toEqual(
      expect.arrayContaining(['authorizing', 'creating', 'connecting', 'replaying', 'joining', 'active', 'waiting']),
    );
  });

  it('[O6] tells every frame, both ways, as it stood on the wire', async () => {
    const { first, second } = await story();
    const frames = [first, second].flatMap(({ trace }) => trace.flatMap(each => (each.kind === 'frame' ? [each] : [])));
    const typed = (direction: string) =>
      frames.flatMap(each => (each.direction === direction ? [JSON.parse(each.text).type] : []));
    expect(typed('out').slice(0, 2)).toEqual(['EVENT_TYPE_HEARTBEAT', 'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN']);
    expect(typed('out')).toContain('EVENT_TYPE_USER_MESSAGE');
    expect(typed('in')[0]).toBe('EVENT_TYPE_EVENT_BATCH');
    expect(typed('in')).toContain('EVENT_TYPE_SERVICE_AGENT_MESSAGE');
  });

  it('[O6] tells how each tab takes part', async () => {
    const { first, second } = await story();
    const roles = (tab: typeof first) => tab.trace.flatMap(each => (each.kind === 'role' ? [each.role] : []));
    expect(roles(first)).toEqual(['starting', 'awake', 'away', 'starting', 'awake']);
    expect(roles(second)).toEqual(['starting', 'awake']);
  });

  it('[X1] no entry holds a token or a ticket', async () => {
    const { first, second } = await story();
    const text = JSON.stringify([first.trace, second.trace]);
    expect(text.length).toBeGreaterThan(10_000);
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(TICKET);
  });
});
