import { computed } from '@preact/signals';
import { type ComponentChildren, createRef, h, hydrate, render } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { act } from 'preact/test-utils';
import { renderToString } from 'preact-render-to-string';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import '../fixtures/constructed-sheets.ts';
import { ChatWidget, type HostedChat, type NatterHandle, useChat } from '../../../src/entries/preact.ts';
import { BROKER, type LivePlatform, startLivePlatform } from '../fixtures/live-platform.ts';
import { fetched, settled } from '../fixtures/quiet-chat.ts';

let platform: LivePlatform;
let complaints: string[];
let place: HTMLElement;
let ids = 0;

beforeAll(async () => {
  platform = await startLivePlatform();
});

afterAll(() => platform.close());

beforeEach(() => {
  platform.reset();
  complaints = [];
  place = document.body.appendChild(document.createElement('main'));
  for (const level of ['warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((...words) => complaints.push(words.join(' ')));
});

afterEach(async () => {
  await drawn(null);
  document.body.replaceChildren();
  vi.restoreAllMocks();
  await expect.poll(() => platform.openSockets()).toBe(0);
});

/** A conversation of its own for each test, so that nothing stored is shared. */
const freshId = (): string => `preact-${++ids}`;

async function drawn(content: ComponentChildren, how = render): Promise<void> {
  await act(async () => {
    how(content, place);
    await settled();
  });
}

/** True from Preact 11 on, where a ref is an ordinary prop. */
const REFS_REACH_FUNCTIONS = 'ref' in h(() => null, { ref: () => {} }).props;

const hostsOf = () => [...document.querySelectorAll('natter-chat')];
const panelsOf = () => hostsOf().flatMap(host => [...(host.shadowRoot?.querySelectorAll('[role=dialog]') ?? [])]);

describe('<ChatWidget> in Preact', () => {
  it('the component is a widget with its props as settings, and leaves nothing behind', async () => {
    const ready: NatterHandle[] = [];
    const widgetId = freshId();
    await drawn(<ChatWidget broker={BROKER} widgetId={widgetId} position="left" onReady={chat => ready.push(chat)} />);
    const [host] = hostsOf();
    expect(host?.shadowRoot?.querySelector('.launcher')?.className).toContain('left');
    expect(ready).toEqual([host?.handle]);
    host?.handle?.open();
    await expect.poll(() => platform.openSockets()).toBe(1);
    await drawn(null);
    expect(place.childNodes).toHaveLength(0);
    await expect.poll(() => platform.openSockets()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('changed and removed props keep the chat; another broker restarts it', async () => {
    const settings = { broker: BROKER, widgetId: freshId() };
    await drawn(<ChatWidget {...settings} title="One" showLauncher={false} />);
    const [host] = hostsOf();
    const first = host?.handle;
    await fetched(host);
    await drawn(<ChatWidget {...settings} theme="dark" texts={{ open: 'Talk' }} />);
    expect(host?.handle).toBe(first);
    expect(host?.dataset.theme).toBe('dark');
    expect(host?.shadowRoot?.textContent).not.toContain('One');
    expect(host?.shadowRoot?.querySelector<HTMLElement>('.launcher')?.hidden).toBe(false);
    expect(host?.shadowRoot?.querySelector('[aria-label="Talk"]')).not.toBeNull();
    await drawn(<ChatWidget {...settings} broker="https://other.example.com" />);
    expect(hostsOf()).toEqual([host]);
    expect(host?.handle).not.toBe(first);
    await fetched(host);
    expect(panelsOf()).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  it('the newest handler is called', async () => {
    const heard: string[] = [];
    const widgetId = freshId();
    const draw = (name: string) =>
      drawn(<ChatWidget broker={BROKER} widgetId={widgetId} onMessage={({ text }) => heard.push(`${name} ${text}`)} />);
    await draw('a');
    await draw('b');
    hostsOf()[0]?.handle?.send('Hello');
    await expect.poll(() => heard).toContain('b Hello');
    expect(heard).not.toContain('a Hello');
  });

  it('the component is rendered by a server with its settings, and hydrated without a warning', async () => {
    const page = <ChatWidget broker={BROKER} widgetId={freshId()} title="Acme" autoOpen />;
    const html = renderToString(page);
    expect(html).toContain('title="Acme"');
    place.append(...new DOMParser().parseFromString(html, 'text/html').body.childNodes);
    const [drawnByServer] = place.children;
    await drawn(page, hydrate);
    expect(hostsOf()).toEqual([drawnByServer]);
    await fetched(...hostsOf());
    expect(panelsOf()).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  it('the component goes without a warning if its chat was destroyed before', async () => {
    await drawn(<ChatWidget broker={BROKER} widgetId={freshId()} />);
    await fetched(...hostsOf());
    hostsOf()[0]?.handle?.destroy();
    expect(panelsOf()).toEqual([]);
    await drawn(<p>Next</p>);
    expect(place.innerHTML).toBe('<p>Next</p>');
    expect(complaints).toEqual([]);
  });

  it('a ref, or before version 11 onReady, receives the handle', async () => {
    const widget = createRef<NatterHandle>();
    const ready: NatterHandle[] = [];
    await drawn(
      <ChatWidget broker={BROKER} widgetId={freshId()} ref={widget} onReady={handle => ready.push(handle)} />,
    );
    const handle = hostsOf()[0]?.handle;
    expect(handle).not.toBeNull();
    expect(ready).toEqual([handle]);
    if (!REFS_REACH_FUNCTIONS) return;
    expect(widget.current).toBe(handle);
    await drawn(null);
    expect(widget.current).toBeNull();
  });
});

let chat: HostedChat | undefined;
let counts: { page: number; lines: number; status: number };

function Page({ widgetId }: { widgetId: string }) {
  chat = useChat({ broker: BROKER, widgetId });
  counts.page += 1;
  return (
    <>
      <Lines chat={chat} />
      <Status chat={chat} />
    </>
  );
}

function Lines({ chat: { messages, send } }: { chat: HostedChat }) {
  counts.lines += 1;
  useEffect(() => void send('help'), [send]);
  return <ul>{messages.value.map(each => each.kind === 'message' && <li key={each.key}>{each.text}</li>)}</ul>;
}

function Status({ chat: { connection } }: { chat: HostedChat }) {
  counts.status += 1;
  return <p>{connection.value.status}</p>;
}

const lines = () => [...place.querySelectorAll('li')].map(each => each.textContent);

describe('useChat() in Preact', () => {
  beforeEach(() => {
    counts = { page: 0, lines: 0, status: 0 };
  });

  it('only components that read a changed part are rendered again', async () => {
    await drawn(<Page widgetId={freshId()} />);
    await expect.poll(() => lines().length).toBeGreaterThan(1);
    await expect.poll(() => place.querySelector('p')?.textContent).toBe('online');
    expect(lines()).toContain('help');
    const before = { ...counts };
    chat?.send('Just one more');
    await expect.poll(() => lines()).toContain('Just one more');
    expect(counts.lines).toBeGreaterThan(before.lines);
    expect(counts.status).toBe(before.status);
    expect(counts.page).toBe(1);
    expect(complaints).toEqual([]);
  });

  it("the chat's signals work in computed values", async () => {
    await drawn(<Page widgetId={freshId()} />);
    const count = computed(() => chat?.messages.value.length ?? 0);
    expect(count.value).toBeGreaterThan(0);
    await drawn(null);
    expect(count.value).toBe(0);
  });

  it('another conversation begins another chat, and ends the previous one', async () => {
    await drawn(<Page widgetId={freshId()} />);
    await expect.poll(() => platform.openSockets()).toBe(1);
    const before = chat;
    await drawn(<Page widgetId={freshId()} />);
    expect(chat).toBe(before);
    expect(lines()).not.toContain('help');
    await expect.poll(() => platform.openSockets()).toBe(0);
  });

  it.each([
    ['before', true],
    ['after', false],
  ])('nothing is left when the component is removed %s its effects have run', async (_, atOnce) => {
    function Opener() {
      chat = useChat({ broker: BROKER, widgetId });
      useLayoutEffect(() => chat?.open(), []);
      return null;
    }
    const widgetId = freshId();
    const draw = () => (atOnce ? render(<Opener />, place) : drawn(<Opener />));
    await draw();
    if (!atOnce) await expect.poll(() => platform.openSockets()).toBe(1);
    render(null, place);
    await settled();
    expect(chat?.send('Too late')).toBeNull();
    await expect.poll(() => platform.openSockets()).toBe(0);
  });

  it('the chat is idle on a server, and hydrated without a warning', async () => {
    const page = <Page widgetId={freshId()} />;
    const html = renderToString(page);
    expect(html).toContain('<p>idle</p>');
    place.append(...new DOMParser().parseFromString(html, 'text/html').body.childNodes);
    await drawn(page, hydrate);
    await expect.poll(() => lines()).toContain('help');
    expect(complaints).toEqual([]);
  });
});
