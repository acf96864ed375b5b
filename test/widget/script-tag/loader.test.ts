import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keptKey, ownKey } from '../../../src/browser/marker.ts';
import type { NatterHandle } from '../../../src/widget/handle/handle.ts';
import { idleState } from '../../../src/widget/handle/initial-state.ts';
import type { NatterGlobal } from '../../../src/widget/handle/page-globals.ts';
import { mount } from '../../../src/widget/panel/mount.ts';
import { createQuietChat, settingsWith, settled } from '../fixtures/quiet-chat.ts';
import { asked, BROKER, natter, start, warned } from '../fixtures/script-tag.ts';

const host = (): HTMLElement | null => document.querySelector('natter-chat');
const launcher = (): HTMLButtonElement => host()?.shadowRoot?.querySelector('button') as HTMLButtonElement;
const codes = (): string[] => warned.map(line => line.replace(/^(error )?\[natter\] (\w+):.*/s, '$1$2'));

describe('the script tag', () => {
  it('the launcher is painted at once, in the shadow root of one element on the body, without a request', async () => {
    const { fetched } = start();
    expect(host()?.parentElement).toBe(document.body);
    expect(launcher().getAttribute('aria-label')).toBe('Open chat');
    expect(launcher().lang).toBe('en');
    expect(launcher().getAttribute('aria-haspopup')).toBe('dialog');
    await settled();
    expect(launcher().getAttribute('part')).toBe('launcher');
    expect(fetched).toEqual([]);
    expect(idleState()).toMatchObject(natter().state);
    expect(warned).toEqual([]);
  });

  it('the first click fetches the rest, which takes over the launcher and opens', async () => {
    const { fetched, arrive } = start();
    const painted = launcher();
    painted.click();
    expect(fetched).toEqual(['natter-abc.js']);
    expect(painted.getAttribute('aria-busy')).toBe('true');
    expect(asked).toBe(0);
    await arrive();
    expect(launcher()).toBe(painted);
    expect(painted.getAttribute('aria-label')).toBe('Close chat');
    expect(natter().state.open).toBe(true);
    expect(asked).toBe(1);
  });

  it('the pointer’s approach fetches the rest, but opens nothing and requests no token', async () => {
    const { fetched, arrive } = start();
    launcher().dispatchEvent(new Event('pointerenter'));
    launcher().dispatchEvent(new Event('focus'));
    await arrive();
    expect(fetched).toHaveLength(1);
    expect(natter().state.open).toBe(false);
    expect(asked).toBe(0);
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    launcher().click();
    await settled();
    expect(natter().state.open).toBe(true);
    expect(fetched).toHaveLength(1);
  });

  it('a key press on the launcher during the fetch does not cancel the opening', async () => {
    const { arrive } = start();
    launcher().dispatchEvent(new MouseEvent('click', { detail: 1 }));
    // A click by keyboard: the visitor types on, or presses again.
    launcher().dispatchEvent(new MouseEvent('click', { detail: 0 }));
    await arrive();
    expect(natter().state.open).toBe(true);
  });

  it('every method is passed on to the widget', async () => {
    const { arrive } = start();
    const before = Object.keys(natter()).sort();
    launcher().click();
    await arrive();
    const elsewhere = { host: document.createElement('div'), launcher: null };
    const { handle } = mount(settingsWith(), elsewhere, createQuietChat().chat);
    expect(before).toEqual(Object.keys(handle).sort());
    handle.destroy();
    natter().setTheme('dark');
    expect(host()?.dataset.theme).toBe('dark');
  });

  it('a missing broker is reported once, and the page is unchanged', () => {
    const before = document.documentElement.outerHTML;
    start({ broker: '-' });
    expect(codes()).toEqual(['error missing_broker']);
    expect(document.documentElement.outerHTML).toBe(before);
    expect('Natter' in window).toBe(false);
  });

  it('a broker over plain http is refused', () => {
    start({ broker: 'http://chat.example.com' });
    expect(codes()).toEqual(['error invalid_broker']);
    expect(host()).toBeNull();
  });

  it('an invalid broker is quoted with the right form', () => {
    start({ broker: 'http://chat.example.com' });
    expect(warned[0]).toMatch(
      /^error \[natter\] invalid_broker: Must be https:.* or.* \/path, not "http:\/\/chat\.example\.com"\./,
    );
  });

  it.each(['/api/chat', 'http://localhost:3000/api/chat/'])(
    'a stored conversation for the broker %s continues, however the address is written',
    async broker => {
      localStorage.setItem('natter:http://localhost:3000/api/chat#default', `${Date.now()}`);
      const { fetched } = start({ broker });
      await settled();
      localStorage.clear();
      expect(warned).toEqual([]);
      expect(fetched).toHaveLength(1);
    },
  );

  it('NatterSettings override the attributes', () => {
    window.NatterSettings = { position: 'left' };
    start({ position: 'right' });
    expect(launcher().className).toContain('left');
  });

  it('a launcher without a position has no class for it', () => {
    start();
    expect([...launcher().classList]).toEqual(['launcher']);
  });

  it('a setting that NatterSettings leaves undefined does not erase an attribute', () => {
    window.NatterSettings = { broker: undefined, position: undefined };
    start({ position: 'left' });
    expect(launcher().className).toContain('left');
    expect(warned).toEqual([]);
  });

  it('an element of the page with the id Natter is not taken for a widget', () => {
    window.Natter = document.body.appendChild(document.createElement('div')) as unknown as NatterHandle;
    start();
    expect(document.querySelectorAll('natter-chat')).toHaveLength(1);
    expect(warned).toEqual([]);
  });

  it('a second script on the page does nothing but warn', () => {
    start();
    const first = natter();
    start();
    expect(document.querySelectorAll('natter-chat')).toHaveLength(1);
    expect(natter()).toBe(first);
    expect(codes()).toEqual(['loaded_twice']);
  });

  it('a chunk that cannot be fetched is reported once, and the next click tries another URL', async () => {
    const { fetched, fail, arrive } = start();
    const errors: unknown[] = [];
    natter().on('error', detail => errors.push(detail.code));
    launcher().click();
    await fail();
    expect(launcher().hasAttribute('aria-busy')).toBe(false);
    natter().open();
    await fail();
    expect(codes()).toEqual(['load_failed']);
    expect(errors).toEqual(['load_failed', 'load_failed']);
    natter().open();
    expect(new Set(fetched).size).toBe(3);
    await arrive();
    expect(natter().state.open).toBe(true);
  });

  it('a click is not lost if the fetch in advance fails', async () => {
    const { fetched, fail, arrive } = start();
    launcher().dispatchEvent(new Event('pointerenter'));
    launcher().click();
    await fail();
    expect(new Set(fetched).size).toBe(2);
    expect(codes()).toEqual([]);
    await arrive();
    expect(natter().state.open).toBe(true);
  });

  it('a failed fetch of the application is shown in the panel, whose button tries again', async () => {
    const { fail, arrive } = start();
    const alert = () => host()?.shadowRoot?.querySelector('[role=alert]');
    launcher().dispatchEvent(new Event('pointerenter'));
    await fail();
    expect(alert()).toBeNull();
    launcher().click();
    await fail();
    expect(alert()?.textContent).toContain("didn't load");
    alert()?.querySelector('button')?.click();
    expect(alert()).toBeNull();
    await fail();
    alert()?.querySelector('button')?.click();
    await arrive();
    expect(alert()).toBeNull();
    expect(natter().state.open).toBe(true);
  });

  it('the second click of a double click is ignored, before and after the panel has loaded', async () => {
    const { arrive } = start();
    const doubleClick = () => {
      for (const detail of [1, 2]) launcher().dispatchEvent(new MouseEvent('click', { detail }));
    };
    doubleClick();
    await arrive();
    expect(natter().state.open).toBe(true);
    doubleClick();
    expect(natter().state.open).toBe(false);
  });

  it('keeps a message over a failed fetch', async () => {
    const { fail, arrive } = start();
    natter().send('hello');
    await fail();
    natter().open();
    await arrive();
    expect(natter().state.outbox.map(each => each.text)).toEqual(['hello']);
  });

  it('early calls are made in order, and the last call that opens or closes counts', async () => {
    const { arrive, fetched } = start();
    natter().send('one');
    natter().send('two');
    natter().open();
    natter().close();
    expect(fetched).toHaveLength(1);
    await arrive();
    expect(natter().state.outbox.map(each => each.text)).toEqual(['one', 'two']);
    expect(natter().state.open).toBe(false);
  });

  it('two clicks while it loads leave it closed', async () => {
    const { arrive } = start();
    launcher().dispatchEvent(new MouseEvent('click', { detail: 1 }));
    launcher().dispatchEvent(new MouseEvent('click', { detail: 1 }));
    await arrive();
    expect(natter().state.open).toBe(false);
    expect(asked).toBe(0);
  });

  it('the launcher is hidden and shown at once, and stays so', async () => {
    const { arrive } = start();
    natter().hide();
    expect(launcher().hidden).toBe(true);
    natter().open();
    await arrive();
    expect(launcher().hidden).toBe(true);
    natter().show();
    expect(launcher().hidden).toBe(false);
  });

  it('early handlers get all events, `ready` once and without opening; removed ones get none', async () => {
    const { arrive } = start();
    const heard: string[] = [];
    natter().on('ready', () => heard.push('ready'));
    natter().on('open', () => heard.push('open'));
    const undo = natter().on('open', () => heard.push('undone'));
    undo();
    natter().on('ready', () => heard.push('undone'))();
    natter().open();
    await arrive();
    const late = natter().on('close', () => heard.push('close'));
    natter().close();
    late();
    natter().open();
    natter().close();
    expect(heard).toEqual(['ready', 'open', 'close', 'open']);
    natter().on('ready', () => heard.push('ready, late'));
    await settled();
    expect(heard.at(-1)).toBe('ready, late');
  });

  it('resolves `ready` with the object itself as soon as the launcher is there', async () => {
    start();
    expect(await natter().ready).toBe(natter());
  });

  it('calls queued by a stub are made, and its promise resolves', async () => {
    let resolved: unknown;
    const heard: string[] = [];
    const stub: Pick<NatterGlobal, 'q' | 'r'> = {
      q: [
        ['on', 'ready', () => heard.push('ready')],
        ['on', 'open', () => heard.push('open')],
        ['send', 'early'],
        ['nonsense'],
        ['open'],
      ],
      r(handle) {
        resolved = handle;
      },
    };
    window.Natter = stub as NatterGlobal;
    const { arrive } = start();
    await arrive();
    expect(heard).toEqual(['ready', 'open']);
    expect(natter().state.outbox.map(each => each.text)).toEqual(['early']);
    expect(resolved).toBe(natter());
  });

  it('the launcher waits for a body, and calls are queued meanwhile', async () => {
    const body = document.body;
    body.remove();
    const { fetched, arrive } = start();
    let resolved = false;
    natter().on('ready', () => {
      resolved = true;
    });
    expect(host()).toBeNull();
    natter().open();
    await settled();
    expect(fetched).toEqual([]);
    expect(resolved).toBe(false);
    document.documentElement.append(body);
    await vi.waitFor(() => expect(fetched).toHaveLength(1));
    await arrive();
    expect(natter().state.open).toBe(true);
    expect(resolved).toBe(true);
  });

  it('the host moves to the end of the parsed page, unless it has the focus', () => {
    for (const focused of [false, true]) {
      start();
      if (focused) launcher().focus();
      const rest = document.body.appendChild(document.createElement('main'));
      window.dispatchEvent(new Event('DOMContentLoaded'));
      expect(rest.previousElementSibling === host()).toBe(focused);
      expect(document.activeElement === host()).toBe(focused);
      natter().destroy();
      rest.remove();
    }
  });

  it('a destroyed chat does not come back when the page has been parsed', () => {
    start();
    natter().destroy();
    window.dispatchEvent(new Event('DOMContentLoaded'));
    expect(host()).toBeNull();
  });

  it('a launcher that was hidden before the body exists stays hidden, and nothing is fetched', async () => {
    const body = document.body;
    body.remove();
    const { fetched } = start();
    natter().hide();
    document.documentElement.append(body);
    await vi.waitFor(() => expect(launcher().hidden).toBe(true));
    expect(fetched).toEqual([]);
  });

  it('a widget destroyed before the body exists does not appear', async () => {
    const body = document.body;
    body.remove();
    start();
    natter().destroy();
    document.documentElement.append(body);
    await settled();
    await settled();
    expect(host()).toBeNull();
  });

  it('a chat that a script removes at once returns with growing delays', async () => {
    vi.useFakeTimers();
    let removed = 0;
    const blocker = new MutationObserver(() => {
      if (!host()) return;
      removed++;
      host()?.remove();
    });
    try {
      start();
      blocker.observe(document.body, { childList: true });
      host()?.remove();
      await vi.advanceTimersByTimeAsync(20_000);
      expect(removed).toBeGreaterThan(1);
      expect(removed).toBeLessThan(250);
      blocker.disconnect();
      document.body.append('more');
      await vi.advanceTimersByTimeAsync(250);
      expect(host()).not.toBeNull();
    } finally {
      blocker.disconnect();
      vi.useRealTimers();
    }
  });

  it.each([
    ['autoOpen', 'true'],
    ['autoOpen', ''],
    ['renderMode', 'fullscreen'],
  ])('the chat is fetched and open automatically with %s=%j', async (name, value) => {
    const { fetched, arrive } = start({ [name]: value });
    expect(fetched).toHaveLength(1);
    await arrive();
    expect(natter().state.open).toBe(true);
  });

  it('destroy leaves nothing, warns once about later calls, and allows another script', async () => {
    const { arrive } = start();
    launcher().click();
    await arrive();
    const old = natter();
    old.destroy();
    expect(host()).toBeNull();
    old.open();
    old.send('x');
    old.destroy();
    expect(codes()).toEqual(['destroyed']);
    expect(host()).toBeNull();
    start();
    expect(launcher()).not.toBeNull();
    expect(natter()).not.toBe(old);
  });

  it('destroy during the fetch leaves nothing', async () => {
    const { arrive } = start();
    launcher().click();
    natter().destroy();
    await arrive();
    expect(host()).toBeNull();
    expect(asked).toBe(0);
  });

  it('calls after destroy do nothing and warn once, even before anything was fetched', async () => {
    const { fetched } = start();
    const old = natter();
    old.destroy();
    const heard: string[] = [];
    old.on('open', () => heard.push('open'))();
    old.open();
    old.send('x');
    old.destroy();
    await settled();
    expect(codes()).toEqual(['destroyed']);
    expect(fetched).toEqual([]);
    expect(heard).toEqual([]);
    start();
    expect(document.querySelectorAll('natter-chat')).toHaveLength(1);
    expect(codes()).toEqual(['destroyed']);
  });

  it('forget() after destroy deletes nothing', () => {
    localStorage.setItem(keptKey(BROKER), `${Date.now() - 60 * 60_000}`);
    start();
    natter().destroy();
    natter().forget();
    expect(localStorage.length).toBe(1);
  });

  it('destroy leaves no element, no observer, no listener and no timer', async () => {
    const before = document.documentElement.outerHTML;
    const stopped = vi.spyOn(MutationObserver.prototype, 'disconnect');
    const listening = vi.spyOn(window, 'addEventListener');
    const silent = vi.spyOn(window, 'removeEventListener');
    start();
    natter().destroy();
    expect(silent.mock.calls).toEqual(listening.mock.calls);
    expect(stopped).toHaveBeenCalledTimes(1);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    document.body.append(document.createElement('p'));
    await Promise.resolve();
    expect(timers).not.toHaveBeenCalled();
    document.querySelector('body > p')?.remove();
    expect(document.documentElement.outerHTML).toBe(before);
  });

  it('the early state is that of a chat that has not started, without null fields and limits', () => {
    expect(idleState()).toEqual(createQuietChat().chat.state.peek());
    start();
    const early = natter().state;
    expect(idleState()).toMatchObject(early);
    const missing = Object.entries(idleState()).filter(([name]) => !(name in early));
    expect(missing.filter(([, value]) => value !== null).map(([name]) => name)).toEqual(['maxMessageBytes']);
  });
});

describe('a page that replaces its body', () => {
  const first = document.body;
  afterEach(() => {
    document.documentElement.replaceChild(first, document.body);
    first.replaceChildren();
  });
  const changePage = (inside = 'main'): HTMLElement => {
    const next = document.createElement('body');
    next.append(document.createElement(inside));
    document.documentElement.replaceChild(next, document.body);
    return next;
  };

  it('a new body has the launcher once, and it still opens the chat', async () => {
    const { arrive } = start();
    const painted = launcher();
    for (let visit = 0; visit < 3; visit += 1) {
      const body = changePage();
      await vi.waitFor(() => expect(body.querySelectorAll('natter-chat')).toHaveLength(1));
    }
    expect(launcher()).toBe(painted);
    painted.click();
    await arrive();
    expect(natter().state.open).toBe(true);
  });

  it('the chat continues in a new body, with the same panel and without requests', async () => {
    const { fetched, arrive } = start();
    const ready: string[] = [];
    natter().on('ready', () => ready.push('ready'));
    launcher().click();
    await arrive();
    natter().send('hello');
    const panel = host()?.shadowRoot?.querySelector('[role=dialog]');
    const before = asked;
    const body = changePage();
    await vi.waitFor(() => expect(host()?.parentElement).toBe(body));
    expect(host()?.shadowRoot?.querySelector('[role=dialog]')).toBe(panel);
    expect(natter().state).toMatchObject({ open: true, outbox: [{ text: 'hello' }] });
    expect(asked).toBe(before);
    expect([fetched.length, ready.length]).toEqual([1, 1]);
  });

  it('the chat returns if the page empties its body', async () => {
    start();
    document.body.replaceChildren();
    await vi.waitFor(() => expect(host()?.parentElement).toBe(document.body));
  });

  it('a cached body creates no second chat', async () => {
    const { arrive } = start();
    launcher().click();
    await arrive();
    const copy = document.body.cloneNode(true) as HTMLElement;
    expect(copy.querySelectorAll('natter-chat')).toHaveLength(1);
    document.documentElement.replaceChild(copy, document.body);
    await vi.waitFor(() => expect(host()?.shadowRoot).toBeTruthy());
    expect(document.querySelectorAll('natter-chat')).toHaveLength(1);
  });

  it('an element with its own broker in the next body stays there', async () => {
    const { arrive } = start();
    launcher().click();
    await arrive();
    const body = changePage();
    const own = body.appendChild(document.createElement('natter-chat'));
    own.setAttribute('broker', 'https://other.example.com');
    await vi.waitFor(() => expect(body.lastElementChild?.shadowRoot).toBeTruthy());
    expect(own.isConnected).toBe(true);
    expect(document.querySelectorAll('natter-chat')).toHaveLength(2);
  });

  it('a chunk that arrives between two bodies is used', async () => {
    const { arrive } = start();
    launcher().click();
    const body = changePage();
    await arrive();
    await vi.waitFor(() => expect(host()?.parentElement).toBe(body));
    expect(natter().state.open).toBe(true);
  });

  it('an inline chat waits for a body with its target', async () => {
    document.body.append(document.createElement('aside'));
    const { arrive } = start({ renderMode: 'inline', target: 'aside' });
    await arrive();
    expect(host()?.parentElement?.localName).toBe('aside');
    changePage();
    await settled();
    await settled();
    expect(host()).toBeNull();
    changePage('aside');
    await vi.waitFor(() => expect(host()?.parentElement?.localName).toBe('aside'));
  });

  it('a destroyed chat does not come back', async () => {
    start();
    changePage();
    natter().destroy();
    changePage();
    await settled();
    await settled();
    expect(host()).toBeNull();
  });

  it('a script that removes the chat time and again does not stop the page', async () => {
    start();
    let removed = 0;
    const rival = new MutationObserver(() => {
      const each = host();
      if (each) removed += 1;
      each?.remove();
    });
    rival.observe(document.body, { childList: true });
    document.body.append(document.createElement('p'));
    for (let turn = 0; turn < 5; turn += 1) await settled();
    rival.disconnect();
    expect(removed).toBeGreaterThan(1);
    await vi.waitFor(() => expect(host()).not.toBeNull());
  });
});

describe('a page that is rendered ahead of time', () => {
  let ahead = true;

  beforeEach(() => {
    ahead = true;
    Object.defineProperty(document, 'prerendering', { configurable: true, get: () => ahead });
  });

  afterEach(() => {
    Reflect.deleteProperty(document, 'prerendering');
  });

  function show(): void {
    ahead = false;
    document.dispatchEvent(new Event('prerenderingchange'));
  }

  it('a prerendered page has no launcher and fetches nothing before it is shown', async () => {
    const { fetched } = start({ autoOpen: '' });
    await settled();
    expect([host(), fetched]).toEqual([null, []]);
    show();
    expect(host()?.parentElement).toBe(document.body);
    expect(fetched).toEqual(['natter-abc.js']);
  });

  it('a prerendered page continues the conversation that the previous page has stored meanwhile', () => {
    const { fetched } = start();
    localStorage.setItem(keptKey(BROKER), `${Date.now()}`);
    show();
    expect(fetched).toEqual(['natter-abc.js']);
  });

  it('a prerendered page does not bring back a conversation that was forgotten meanwhile', () => {
    localStorage.setItem(keptKey(BROKER), `${Date.now()}`);
    const { fetched } = start();
    localStorage.clear();
    show();
    expect(fetched).toEqual([]);
  });

  it('a prerendered page queues calls until it is shown', async () => {
    const { arrive } = start();
    let isReady = false;
    natter().on('ready', () => {
      isReady = true;
    });
    natter().open();
    await settled();
    expect(isReady).toBe(false);
    show();
    await arrive();
    expect([isReady, natter().state.open]).toEqual([true, true]);
  });

  it('a prerendered chat that is destroyed does not appear', () => {
    start();
    natter().destroy();
    show();
    expect(host()).toBeNull();
  });
});

describe('a conversation that is kept', () => {
  const keep = (agoMs: number) => localStorage.setItem(keptKey(BROKER), `${Date.now() - agoMs}`);

  it('a conversation stored less than ten minutes ago continues without a click, and opens nothing', async () => {
    keep(9 * 60_000);
    const { fetched, arrive } = start();
    expect(fetched).toHaveLength(1);
    await arrive();
    expect(natter().state.open).toBe(false);
    expect(asked).toBe(0);
  });

  it('an older conversation, or one of another widget, does not continue automatically', async () => {
    keep(11 * 60_000);
    const { fetched } = start();
    natter().destroy();
    keep(0);
    const other = start({ widgetId: 'sales' });
    await settled();
    expect([...fetched, ...other.fetched]).toEqual([]);
  });

  it.each([`\n ${BROKER}/\n`, BROKER.toUpperCase()])(
    'a stored conversation is found however the address of the broker is written: %j',
    async broker => {
      keep(60_000);
      const { fetched, arrive } = start({ broker });
      expect(fetched).toHaveLength(1);
      await arrive();
      expect(warned).toEqual([]);
    },
  );

  it('autoOpen applies only without a stored conversation, which is restored as it was left', async () => {
    keep(60 * 60_000);
    const { fetched, arrive } = start({ autoOpen: 'true' });
    expect(fetched).toHaveLength(1);
    await arrive();
    expect(natter().state.open).toBe(false);
  });

  it('a stored conversation is forgotten at once, before anything has been fetched', () => {
    keep(0);
    start();
    natter().forget();
    expect(localStorage.length).toBe(0);
    natter().destroy();
    expect(start().fetched).toEqual([]);
  });

  it('[M30] forgetting removes the record that an earlier page has left for this one', () => {
    const left = `${ownKey(keptKey(BROKER))}tab`;
    localStorage.setItem(left, 'secret');
    start();
    natter().forget();
    expect(localStorage.getItem(left)).toBeNull();
  });

  it('a stored conversation is forgotten, however old it is', async () => {
    keep(24 * 3_600_000);
    const { fetched, arrive } = start();
    natter().forget();
    expect(fetched).toHaveLength(1);
    await arrive();
    expect(localStorage.length).toBe(0);
  });

  it('forgetting fetches nothing if nothing is stored', async () => {
    const { fetched } = start();
    natter().forget();
    await settled();
    expect(fetched).toEqual([]);
  });
});

describe('inline', () => {
  it('an inline chat is in its target, without a launcher', async () => {
    const place = document.body.appendChild(document.createElement('div'));
    place.id = 'chat-here';
    const { arrive } = start({ renderMode: 'inline', target: '#chat-here' });
    await arrive();
    expect(place.contains(host())).toBe(true);
    expect(host()?.dataset.mode).toBe('inline');
    expect(host()?.shadowRoot?.querySelector('[part=launcher]')).toBeNull();
    place.remove();
  });

  it.each(['#not-there', '', '###'])('an inline chat without a target %j floats and warns', async target => {
    const { arrive } = start({ renderMode: 'inline', target });
    await arrive();
    expect(codes()).toEqual(['target_not_found']);
    expect(host()?.dataset.mode).toBe('floating');
    expect(launcher().hidden).toBe(false);
  });

  it.each([0, 1])('a press in the painted field begins a conversation, and nothing else does: %d', async presses => {
    const { arrive } = start({ renderMode: 'fullscreen' });
    for (let press = 0; press < presses; press += 1) host()?.shadowRoot?.querySelector('textarea')?.click();
    await arrive();
    await settled();
    expect(asked).toBe(presses);
  });
});
