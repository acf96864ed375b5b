/** @jsxImportSource react */
import { act, createRef, type RefObject, StrictMode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import '../fixtures/constructed-sheets.ts';
import { type ChatView, ChatWidget, type NatterHandle, useChat } from '../../../src/entries/react.ts';
import { BROKER, type LivePlatform, startLivePlatform } from '../fixtures/live-platform.ts';
import { fetched, settled } from '../fixtures/quiet-chat.ts';
import { leavePage, watchConsole } from '../fixtures/react-page.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let platform: LivePlatform;
let complaints: string[];
let roots: Root[];
let ids = 0;

beforeAll(async () => {
  platform = await startLivePlatform();
});

afterAll(() => platform.close());

beforeEach(() => {
  platform.reset();
  roots = [];
  complaints = watchConsole();
});

afterEach(async () => {
  await leavePage(roots);
  await expect.poll(() => platform.openSockets()).toBe(0);
});

/** A conversation of its own for each test, so that nothing stored is shared. */
const freshId = (): string => `test-${++ids}`;

async function drawn(content: React.ReactNode): Promise<{ root: Root; place: HTMLElement }> {
  const place = document.body.appendChild(document.createElement('main'));
  const root = createRoot(place);
  roots.push(root);
  await redrawn(root, content);
  return { root, place };
}

/** Hydrates a page that a server has drawn. For warnings on the server see react-server.test.tsx. */
async function hydrated(page: React.ReactNode, wait = async () => {}): Promise<void> {
  const html = renderToString(page);
  // Clears warnings: React 18 warns of layout effects when it renders markup, which only servers do outside of this test.
  complaints = [];
  const place = document.body.appendChild(document.createElement('main'));
  place.append(...new DOMParser().parseFromString(html, 'text/html').body.childNodes);
  await wait();
  await act(async () => {
    roots.push(hydrateRoot(place, page));
    await settled();
  });
}

/** Waits without `act`: React then draws updates whenever it likes, as on a real page. */
async function unwatched(wait: () => Promise<void>): Promise<void> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  await wait().finally(() => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));
}

async function redrawn(root: Root, content: React.ReactNode): Promise<void> {
  await act(async () => {
    root.render(content);
    await settled();
  });
}

/** Uses the handle of its widget in its first effect. */
function Opener({
  widgetId,
  widget,
  seen,
}: {
  widgetId: string;
  widget: RefObject<NatterHandle | null>;
  seen: unknown[];
}) {
  useEffect(() => {
    seen.push(widget.current?.state.open);
    widget.current?.open();
    seen.push(widget.current?.state.open);
  }, [widget, seen]);
  return <ChatWidget broker={BROKER} widgetId={widgetId} ref={widget} />;
}

/** A part of the page that is still loading: everything in the same Suspense boundary is hidden meanwhile. */
function createPart() {
  let done = () => {};
  let loading: Promise<void> | null = null;
  function Part() {
    if (loading) throw loading;
    return <i>Part</i>;
  }
  return {
    Part,
    load() {
      loading = new Promise(resolve => {
        done = resolve;
      });
    },
    async loaded() {
      loading = null;
      await act(async () => {
        done();
        await settled();
      });
    },
  };
}

const Waiting = ({ children }: { children: React.ReactNode }) => (
  <Suspense fallback={<b>Loading</b>}>{children}</Suspense>
);

const isWaiting = (): boolean => document.querySelector('b')?.textContent === 'Loading';

const MODES = [
  ['', (content: React.ReactNode) => content],
  [' in strict mode', (content: React.ReactNode) => <StrictMode>{content}</StrictMode>],
] as const;

const hostsOf = (place: ParentNode) => [...place.querySelectorAll('natter-chat')];
const panelsOf = (place: ParentNode) =>
  hostsOf(place).flatMap(host => [...shadowOf(host).querySelectorAll('[role=dialog]')]);

function shadowOf(host: Element | undefined): ShadowRoot {
  if (!host?.shadowRoot) throw new Error('There is no widget.');
  return host.shadowRoot;
}

describe('<ChatWidget> in React', () => {
  it('the component is a widget with its props as settings, and leaves nothing behind', async () => {
    const { root, place } = await drawn(
      <ChatWidget broker={BROKER} widgetId={freshId()} title="Acme" position="left" />,
    );
    const [host] = hostsOf(document);
    expect(shadowOf(host).querySelector('.launcher')?.className).toContain('left');
    await fetched(host);
    expect(panelsOf(document)[0]?.getAttribute('aria-label') ?? shadowOf(host).textContent).toContain('Acme');
    host?.handle?.open();
    await expect.poll(() => platform.openSockets()).toBe(1);
    await redrawn(root, null);
    expect(place.childNodes).toHaveLength(0);
    expect(hostsOf(document)).toEqual([]);
    await expect.poll(() => platform.openSockets()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('strict mode creates one element and one socket', async () => {
    const widget = createRef<NatterHandle>();
    await drawn(
      <StrictMode>
        <ChatWidget broker={BROKER} widgetId={freshId()} ref={widget} autoOpen />
      </StrictMode>,
    );
    await expect.poll(() => widget.current?.state.connection.status).toBe('online');
    expect(hostsOf(document)).toHaveLength(1);
    expect(panelsOf(document)).toHaveLength(1);
    expect(platform.asked).toEqual({ tokens: 1, sockets: 1 });
    expect(complaints).toEqual([]);
  });

  it('changed props keep the conversation', async () => {
    const widget = createRef<NatterHandle>();
    const widgetId = freshId();
    const { root } = await drawn(<ChatWidget broker={BROKER} widgetId={widgetId} ref={widget} title="One" />);
    const first = widget.current;
    first?.open();
    await expect.poll(() => first?.state.connection.status).toBe('online');
    await redrawn(
      root,
      <ChatWidget
        broker={BROKER}
        widgetId={widgetId}
        ref={widget}
        title="Two"
        color="#0b5d4d"
        theme="dark"
        position="left"
        locale="en"
        texts={{ send: 'Away with it' }}
        autoOpen
      />,
    );
    const [host] = hostsOf(document);
    expect(widget.current).toBe(first);
    expect(host?.dataset.theme).toBe('dark');
    expect(shadowOf(host).textContent).toContain('Two');
    expect(shadowOf(host).querySelector('[aria-label="Away with it"]')).not.toBeNull();
    expect(shadowOf(host).querySelector('.launcher')?.className).toContain('left');
    await redrawn(root, <ChatWidget broker={BROKER} widgetId={widgetId} ref={widget} />);
    expect(host?.dataset.theme).toBe('auto');
    expect(shadowOf(host).textContent).not.toContain('Two');
    expect(platform.asked.sockets).toBe(1);
  });

  it.each([
    ['broker', { broker: 'https://other.example.com' }],
    ['widgetId', { widgetId: 'another' }],
    ['renderMode', { renderMode: 'inline' }],
  ] as const)('another %s restarts the chat in the same element', async (_, change) => {
    const widget = createRef<NatterHandle>();
    const settings = { broker: BROKER, widgetId: freshId() };
    const { root } = await drawn(<ChatWidget {...settings} ref={widget} />);
    const [host, first] = [hostsOf(document)[0], widget.current];
    await redrawn(root, <ChatWidget {...settings} {...change} ref={widget} />);
    expect(widget.current).not.toBe(first);
    expect(widget.current).toBe(host?.handle);
    expect(hostsOf(document)).toEqual([host]);
    await fetched(host);
    expect(panelsOf(document)).toHaveLength(1);
  });

  it('the newest handler is called, without new listeners', async () => {
    const heard: string[] = [];
    const widgetId = freshId();
    const listening = vi.spyOn(EventTarget.prototype, 'addEventListener');
    const draw = (name: string) => (
      <ChatWidget
        broker={BROKER}
        widgetId={widgetId}
        autoOpen
        onReady={handle => heard.push(`${name} ready ${typeof handle.send}`)}
        onOpen={() => heard.push(`${name} open`)}
        onMessage={({ from, text }) => heard.push(`${name} ${from}: ${text}`)}
      />
    );
    const { root } = await drawn(draw('a'));
    const [host] = hostsOf(document);
    await fetched(host);
    expect(heard).toContain('a ready function');
    expect(heard).toContain('a open');
    const count = () => listening.mock.contexts.filter(target => target === host).length;
    const before = count();
    await redrawn(root, draw('b'));
    host?.handle?.send('Hello');
    await expect.poll(() => heard).toContain('b user: Hello');
    expect(count()).toBe(before);
    expect(heard.filter(line => line.startsWith('a user'))).toEqual([]);
  });

  it('a ref receives the handle before effects run, and is reset', async () => {
    const seen: unknown[] = [];
    const widget = createRef<NatterHandle>();
    const { root } = await drawn(<Opener widgetId={freshId()} widget={widget} seen={seen} />);
    expect(seen).toEqual([false, true]);
    await redrawn(root, null);
    expect(widget.current).toBeNull();
  });

  it('the component is rendered by a server with its settings, and hydrated without a warning', async () => {
    const widgetId = freshId();
    const page = <ChatWidget broker={BROKER} widgetId={widgetId} title="Acme" autoOpen showHeader={false} />;
    await hydrated(page);
    expect(hostsOf(document)).toHaveLength(1);
    await fetched(...hostsOf(document));
    expect(panelsOf(document)).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  it('onReady is called once, even if a server has rendered the element and the chat began before React', async () => {
    const ready: NatterHandle[] = [];
    const page = (
      <StrictMode>
        <ChatWidget broker={BROKER} widgetId={freshId()} onReady={handle => ready.push(handle)} />
      </StrictMode>
    );
    // The first render has defined the element.
    await drawn(<ChatWidget broker={BROKER} widgetId={freshId()} />);
    await hydrated(page, settled);
    expect(ready).toEqual([hostsOf(document)[1]?.handle]);
    expect(typeof ready[0]?.open).toBe('function');
    await act(settled);
    expect(ready).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  it('onReady is not called for a chat that was replaced before it was ready', async () => {
    const ready: NatterHandle[] = [];
    const ids = [freshId(), freshId()];
    function Page() {
      const [place, setPlace] = useState(0);
      useLayoutEffect(() => setPlace(1), []);
      return <ChatWidget broker={BROKER} widgetId={ids[place] as string} onReady={handle => ready.push(handle)} />;
    }
    await drawn(<Page />);
    await act(settled);
    expect(ready.map(each => each === hostsOf(document)[0]?.handle)).toEqual([true]);
  });

  it('a component in another document warns that it cannot start there', async () => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    const place = frame.contentDocument?.body as HTMLElement;
    const draw = (title: string) => (
      <StrictMode>{createPortal(<ChatWidget broker={BROKER} widgetId="framed" title={title} />, place)}</StrictMode>
    );
    const { root } = await drawn(draw('One'));
    await redrawn(root, draw('Two'));
    expect(complaints).toEqual([expect.stringMatching(/^\[natter\] not_started: .*another document/)]);
    await redrawn(root, null);
  });

  it('several components with different widgetIds work side by side', async () => {
    const [one, two] = [createRef<NatterHandle>(), createRef<NatterHandle>()];
    await drawn(
      <>
        <ChatWidget broker={BROKER} widgetId={freshId()} ref={one} />
        <ChatWidget broker={BROKER} widgetId={freshId()} ref={two} position="left" />
      </>,
    );
    one.current?.send('First');
    two.current?.send('Second');
    const said = (widget: NatterHandle | null) =>
      widget?.state.messages.flatMap(each => (each.kind === 'message' && each.from === 'user' ? [each.text] : []));
    await expect.poll(() => platform.openSockets()).toBe(2);
    expect(said(one.current)).toEqual(['First']);
    expect(said(two.current)).toEqual(['Second']);
  });

  it.each([
    ['its chat', true],
    ['a chat that nobody has wanted', false],
  ])('the component goes without a warning if %s was destroyed before', async (_, isFetched) => {
    const widget = createRef<NatterHandle>();
    const { root, place } = await drawn(<ChatWidget broker={BROKER} widgetId={freshId()} ref={widget} />);
    if (isFetched) await fetched(...hostsOf(document));
    widget.current?.destroy();
    expect(shadowOf(hostsOf(document)[0]).children).toHaveLength(0);
    expect(panelsOf(document)).toEqual([]);
    await redrawn(root, null);
    expect(place.childNodes).toHaveLength(0);
    expect(complaints).toEqual([]);
  });

  it('new functions and equal texts with each rendering keep the chat, and the newest is called', async () => {
    const widget = createRef<NatterHandle>();
    const widgetId = freshId();
    const heard: string[] = [];
    const draw = (name: string) => (
      <ChatWidget
        broker={BROKER}
        widgetId={widgetId}
        ref={widget}
        texts={{ send: 'Go' }}
        trace={() => heard.push(name)}
        beforeSend={message => ({ ...message, text: `${message.text} ${name}` })}
      />
    );
    const { root } = await drawn(draw('a'));
    const first = widget.current;
    await redrawn(root, draw('b'));
    expect(widget.current).toBe(first);
    heard.length = 0;
    first?.send('Sent by');
    await expect.poll(() => JSON.stringify(first?.state.messages)).toContain('Sent by b');
    expect(new Set(heard)).toEqual(new Set(['b']));
  });

  it.each(MODES)('handlers get events once while the boundary waits%s', async (_, wrap) => {
    const heard: string[] = [];
    const widgetId = freshId();
    const { Part, load, loaded } = createPart();
    const draw = (name: string) =>
      wrap(
        <Waiting>
          <Part />
          <ChatWidget
            broker={BROKER}
            widgetId={widgetId}
            onMessage={({ from, text }) => from === 'user' && heard.push(`${name} ${text}`)}
          />
        </Waiting>,
      );
    const { root } = await drawn(draw('a'));
    const [host] = hostsOf(document);
    load();
    await redrawn(root, draw('b'));
    expect(isWaiting()).toBe(true);
    host?.handle?.send('One');
    await expect.poll(() => heard.join()).toContain('One');
    await loaded();
    await redrawn(root, draw('c'));
    expect(isWaiting()).toBe(false);
    expect(hostsOf(document)).toEqual([host]);
    host?.handle?.send('Two');
    await expect.poll(() => heard).toContain('c Two');
    expect(heard.map(each => each.slice(2))).toEqual(['One', 'Two']);
    expect(platform.asked.sockets).toBe(1);
  });

  it.each(MODES)('handlers are not called after the component is removed%s', async (_, wrap) => {
    const heard: string[] = [];
    const tell = (name: string) => () => heard.push(name);
    const { root } = await drawn(
      wrap(
        <ChatWidget
          broker={BROKER}
          widgetId={freshId()}
          autoOpen
          onClose={tell('close')}
          onState={tell('state')}
          onEnded={tell('ended')}
          onUnread={tell('unread')}
        />,
      ),
    );
    const [host] = hostsOf(document);
    await expect.poll(() => host?.handle?.state.connection.status).toBe('online');
    expect(heard).toContain('state');
    heard.length = 0;
    // Outside of `act`, React may run some cleanups only after the removed element has fired its last events.
    await unwatched(async () => {
      root.render(null);
      await expect.poll(() => platform.openSockets()).toBe(0);
    });
    expect(heard).toEqual([]);
    const hearsStill = () => {
      host?.dispatchEvent(new CustomEvent('close'));
      return heard.splice(0);
    };
    await expect.poll(hearsStill).toEqual([]);
  });

  it('an unknown prop is reported once', async () => {
    const odd = { colour: 'red' };
    const { root } = await drawn(<ChatWidget broker={BROKER} widgetId="odd" {...odd} />);
    await redrawn(root, <ChatWidget broker={BROKER} widgetId="odd" {...odd} title="More" />);
    await fetched(...hostsOf(document));
    await expect.poll(() => complaints).toHaveLength(1);
    expect(complaints[0]).toMatch(/unknown_setting.*"colour".*"color"/);
  });

  it('an empty prop is not reported, such as the children that Astro passes to every component', async () => {
    const nothing = { colour: undefined, children: undefined };
    await drawn(<ChatWidget broker={BROKER} widgetId="nothing" {...nothing} />);
    expect(complaints).toEqual([]);
  });

  it('a component without a usable broker shows nothing, warns and harms nothing', async () => {
    const { place } = await drawn([
      <p key="page">Page</p>,
      <ChatWidget key="chat" broker="http://insecure.example.com" />,
    ]);
    expect(place.textContent).toBe('Page');
    expect(complaints).toHaveLength(1);
    expect(complaints[0]).toMatch(/^\[natter\] invalid_broker: (?!Error)/);
  });
});

const views: ChatView[] = [];

function Lines({ widgetId, broker = BROKER, said }: { widgetId: string; broker?: string; said?: string }) {
  const chat = useChat({ broker, widgetId });
  views.push(chat);
  const { send } = chat;
  useEffect(() => {
    if (said) send(said);
  }, [send, said]);
  return (
    <ul data-status={chat.connection.status}>
      {chat.messages.map(each => each.kind === 'message' && <li key={each.key}>{each.text}</li>)}
    </ul>
  );
}

/** Lines next to a part that their Suspense boundary may wait for. */
function LinesBeside({ Part, ...line }: { Part: () => React.ReactNode } & Parameters<typeof Lines>[0]) {
  return (
    <Waiting>
      <Part />
      <Lines {...line} />
    </Waiting>
  );
}

function Once({ widgetId }: { widgetId: string }) {
  const chat = useChat({ broker: BROKER, widgetId });
  views.push(chat);
  return (
    <button type="button" onClick={() => chat.send('Hi')}>
      {chat.outbox.length}
    </button>
  );
}

function Listener({ widgetId, heard }: { widgetId: string; heard: string[] }) {
  const { on, send } = useChat({ broker: BROKER, widgetId });
  useEffect(() => on('message', ({ text }) => heard.push(text)), [on, heard]);
  useEffect(() => void send(widgetId), [send, widgetId]);
  return null;
}

describe('useChat() in React', () => {
  const newest = () => views.at(-1);
  const lines = () => [...document.querySelectorAll('li')].map(each => each.textContent);

  beforeEach(() => {
    views.length = 0;
  });

  it('messages render the component again, and the chat ends with it', async () => {
    const { root } = await drawn(<Lines widgetId={freshId()} said="help" />);
    await unwatched(() => expect.poll(() => lines().length).toBeGreaterThan(1));
    expect(lines()).toContain('help');
    expect(platform.openSockets()).toBe(1);
    await redrawn(root, null);
    await expect.poll(() => platform.openSockets()).toBe(0);
    expect(newest()?.send('Too late')).toBeNull();
    expect(complaints).toEqual([]);
  });

  it('strict mode creates one chat, which sends once', async () => {
    await drawn(
      <StrictMode>
        <Once widgetId={freshId()} />
      </StrictMode>,
    );
    await unwatched(async () => {
      document.querySelector('button')?.click();
      await expect.poll(() => newest()?.connection.status).toBe('online');
    });
    expect(platform.asked).toEqual({ tokens: 1, sockets: 1 });
  });

  it('the chat is the same object as long as nothing has changed', async () => {
    const widgetId = freshId();
    const { root } = await drawn(<Lines widgetId={widgetId} />);
    const before = newest();
    await redrawn(root, <Lines widgetId={widgetId} />);
    expect(newest()).toBe(before);
    expect(newest()?.state).toBe(before?.state);
  });

  it('another conversation begins another chat, and ends the previous one', async () => {
    const { root } = await drawn(<Lines widgetId={freshId()} said="One" />);
    await unwatched(() => expect.poll(() => newest()?.connection.status).toBe('online'));
    await redrawn(root, <Lines widgetId={freshId()} />);
    expect(newest()?.connection.status).toBe('idle');
    expect(lines()).toEqual([]);
    await expect.poll(() => platform.openSockets()).toBe(0);
  });

  it('the chat is idle on a server, and hydrated without a warning', async () => {
    const page = <Lines widgetId={freshId()} />;
    await hydrated(page);
    expect(complaints).toEqual([]);
    expect(newest()?.connection.status).toBe('idle');
    expect(platform.asked).toEqual({ tokens: 0, sockets: 0 });
  });

  it('a hook without a usable broker warns and stays idle', async () => {
    await drawn(<Lines widgetId={freshId()} broker="nonsense" said="Hi" />);
    expect(complaints).toHaveLength(1);
    expect(complaints[0]).toMatch(/^\[natter\] invalid_broker: (?!Error)/);
    expect(newest()?.connection.status).toBe('idle');
  });

  it('event handlers stay registered from one chat to the next', async () => {
    const heard: string[] = [];
    const [one, two] = [freshId(), freshId()];
    const { root } = await drawn(<Listener widgetId={one} heard={heard} />);
    await expect.poll(() => heard).toContain(one);
    await redrawn(root, <Listener widgetId={two} heard={heard} />);
    await expect.poll(() => heard).toContain(two);
  });

  it.each(MODES)('the chat continues while the boundary waits, and then shows new messages%s', async (_, wrap) => {
    const widgetId = freshId();
    const { Part, load, loaded } = createPart();
    const page = () => wrap(<LinesBeside Part={Part} widgetId={widgetId} said="One" />);
    const { root } = await drawn(page());
    await unwatched(() => expect.poll(() => newest()?.connection.status).toBe('online'));
    load();
    await redrawn(root, page());
    expect(isWaiting()).toBe(true);
    expect(platform.openSockets()).toBe(1);
    newest()?.send('Two');
    await loaded();
    expect(isWaiting()).toBe(false);
    await unwatched(() => expect.poll(lines).toContain('Two'));
    expect(lines()).toContain('One');
    expect(newest()?.connection.status).toBe('online');
    expect(platform.asked).toEqual({ tokens: 1, sockets: 1 });
    // A component that was hidden once ends like any other.
    await redrawn(root, null);
    await expect.poll(() => platform.openSockets()).toBe(0);
  });

  it.each(MODES)('the chat ends if the component is removed while the boundary waits%s', async (_, wrap) => {
    const widgetId = freshId();
    const { Part, load } = createPart();
    const page = () => wrap(<LinesBeside Part={Part} widgetId={widgetId} said="One" />);
    const { root } = await drawn(page());
    await unwatched(() => expect.poll(() => newest()?.connection.status).toBe('online'));
    load();
    await redrawn(root, page());
    expect(platform.openSockets()).toBe(1);
    await redrawn(root, null);
    await expect.poll(() => platform.openSockets()).toBe(0);
    expect(newest()?.send('Too late')).toBeNull();
  });

  it('the chat is another one if its conversation changed while its boundary waited', async () => {
    const { Part, load, loaded } = createPart();
    const page = (widgetId: string, said: string) => <LinesBeside Part={Part} widgetId={widgetId} said={said} />;
    const [one, two] = [freshId(), freshId()];
    const { root } = await drawn(page(one, 'One'));
    await unwatched(() => expect.poll(() => newest()?.connection.status).toBe('online'));
    load();
    await redrawn(root, page(one, 'One'));
    await redrawn(root, page(two, 'Two'));
    await loaded();
    await unwatched(() => expect.poll(lines).toContain('Two'));
    expect(lines()).not.toContain('One');
    await expect.poll(() => platform.openSockets()).toBe(1);
  });

  it('an unusable broker is reported once, however often the boundary waits', async () => {
    const { Part, load, loaded } = createPart();
    const page = () => <LinesBeside Part={Part} widgetId="unusable" broker="nonsense" />;
    const { root } = await drawn(page());
    load();
    await redrawn(root, page());
    await loaded();
    expect(complaints.filter(each => each.includes('invalid_broker'))).toHaveLength(1);
  });

  it('nothing is left when the component is removed at once', async () => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
    const root = createRoot(document.body.appendChild(document.createElement('main')));
    flushSync(() => root.render(<Once widgetId={freshId()} />));
    newest()?.open();
    root.unmount();
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
    await expect.poll(() => newest()?.send('Too late')).toBeNull();
    await expect.poll(() => platform.openSockets()).toBe(0);
  });
});
