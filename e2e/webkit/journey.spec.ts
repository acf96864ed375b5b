/** The script tag's journey in Safari's engine: open, write, a streamed answer, a reload, close. For Firefox see journey.spec.ts. */

import { expect, newestSession } from '../stage.ts';
import { END, ENTER, HOME } from './driver.ts';
import { greet, test } from './visit.ts';

test.use({ pace: 1 });

/** The panel's text, draft and focus; runs in the page. */
function look(): { open: boolean; text: string; draft: string; focus: string } {
  const root = document.querySelector('natter-chat')?.shadowRoot;
  const panel = root?.querySelector<HTMLElement>('[role=dialog]');
  return {
    open: panel ? !panel.hidden : false,
    text: panel?.textContent ?? '',
    draft: panel?.querySelector('textarea')?.value ?? '',
    focus: root?.activeElement?.localName ?? '',
  };
}

test('the journey of the script tag in WebKit: open, send, a streamed answer, a reload goes on, close', async ({
  stage,
  webkit,
}) => {
  const { run, click, type, reload } = webkit;
  const text = async () => (await run(look)).text;
  await greet(webkit, stage);
  await expect.poll(async () => (await run(look)).focus).toBe('textarea');
  await type(`opening hours${ENTER}`);
  await expect.poll(text).toContain("We're closed on public holidays.");
  const { id } = await newestSession(stage);
  const { events } = await stage.session(id);
  expect(events.filter(event => event.type.endsWith('MESSAGE_CHUNK')).length).toBeGreaterThan(5);
  await type('half a thought');
  await expect.poll(async () => (await run(look)).draft).toBe('half a thought');

  await reload();
  await expect.poll(text).toContain("We're closed on public holidays.");
  await expect.poll(async () => (await run(look)).draft).toBe('half a thought');
  await click('textarea');
  await type(`${ENTER}`);
  await expect
    .poll(async () => (await stage.session(id)).events.map(each => each.payload.text))
    .toContain('half a thought');
  await click('[role=dialog] button[aria-label="Close"]');
  await expect.poll(async () => (await run(look)).open).toBe(false);
  await expect.poll(async () => (await run(look)).focus).toBe('button');
});

/**
 * Runs in the page. `whole`: number of finished replies. `left`: distance in pixels from the transcript's end. `sent`: distance of the
 * visitor's last message from the top.
 */
function read(): { whole: number; left: number; sent: number } {
  const root = document.querySelector('natter-chat')?.shadowRoot;
  const log = root?.querySelector('.log');
  return {
    whole: root?.querySelectorAll('.agent .copy-message').length ?? 0,
    left: log ? log.scrollHeight - log.clientHeight - log.scrollTop : Number.NaN,
    sent: [...(root?.querySelectorAll('.user .bubble') ?? [])].reduce(
      (_, own) => own.getBoundingClientRect().top - (log?.getBoundingClientRect().top ?? 0),
      Number.NaN,
    ),
  };
}

test('in WebKit, too, what was sent stays at the top while it is answered, and keys lead to the end and the beginning', async ({
  stage,
  webkit,
}) => {
  const { run, type } = webkit;
  await greet(webkit, stage);
  for (const [place, words] of ['long', 'opening hours', 'long'].entries()) {
    await type(`${words}${ENTER}`);
    await expect.poll(async () => (await run(read)).whole, { timeout: 30_000 }).toBe(place + 2);
    await expect.poll(async () => Math.abs((await run(read)).sent - 15), { message: words }).toBeLessThan(15);
  }
  await run(() => document.querySelector('natter-chat')?.shadowRoot?.querySelector<HTMLElement>('.log')?.focus());
  await type(END);
  await expect.poll(async () => (await run(read)).left).toBeLessThanOrEqual(4);
  await type(HOME);
  const top = () => run(() => document.querySelector('natter-chat')?.shadowRoot?.querySelector('.log')?.scrollTop);
  await expect.poll(top).toBeLessThanOrEqual(4);
});

/** True once the panel has grown to its full size, which takes its first moments; runs in the page. */
function isGrown(): boolean {
  const log = document.querySelector('natter-chat')?.shadowRoot?.querySelector<HTMLElement>('.log');
  return log ? Math.round(log.getBoundingClientRect().height) === log.offsetHeight : false;
}

/**
 * The first bubble that is wholly visible, and its distance from the top of the screen, once nothing scrolls any more; runs in the page.
 */
async function firstSeen(): Promise<{ bubble: Element | undefined; y: number }> {
  const view = document.querySelector('natter-chat')?.shadowRoot?.querySelector('.log') as Element;
  for (let before = Number.NaN; before !== view.scrollTop; ) {
    before = view.scrollTop;
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
  }
  const { top, bottom } = view.getBoundingClientRect();
  const bubble = [...view.querySelectorAll('.bubble')].find(each => {
    const box = each.getBoundingClientRect();
    return each.checkVisibility({ contentVisibilityAuto: true }) && box.top > top && box.bottom < bottom;
  });
  return { bubble, y: Math.round(bubble?.getBoundingClientRect().top ?? Number.NaN) };
}

test('in WebKit, too, the words that are read move with the wheel', async ({ stage, webkit }) => {
  const { run, reload, wheel } = webkit;
  await greet(webkit, stage);
  const session = await newestSession(stage);
  for (let place = 0; place < 160; place++) {
    const text = `Number ${place}. ${'Some words to read. '.repeat(place % 9)}`;
    const payload = { message_id: `n-${place}`, text, attachments: [], response_suggestions: [] };
    await stage.control(`sessions/${session.id}/events`, { type: 'SERVICE_AGENT_MESSAGE', payload });
  }
  const text = async () => (await run(look)).text;
  await expect.poll(text, { timeout: 30_000 }).toContain('Number 159.');
  await reload();
  // Waits until the whole conversation is there, back to its first message.
  await expect.poll(text, { timeout: 30_000 }).toContain('Number 0.');
  await expect.poll(() => run(isGrown)).toBe(true);
  for (let turn = 0; turn < 20; turn++) {
    const { bubble, y } = await run(firstSeen);
    const now = () => run((seen: Element) => Math.round(seen.getBoundingClientRect().top), bubble);
    await wheel('.log', -30, 10);
    // Measuring makes the browser lay out earlier rows, which moves the text; the next frame corrects that.
    await expect.poll(async () => Math.abs((await now()) - y - 300), { message: `turn ${turn}` }).toBeLessThan(5);
  }
});
