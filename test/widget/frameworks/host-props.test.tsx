/** @jsxImportSource react */
/** Wrong values in the props of a component or the properties of an element: one warning each, and the page goes on. */

import { act, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../fixtures/constructed-sheets.ts';
import '../../../src/entries/element.ts';
import { ChatWidget, type ChatWidgetProps, useChat } from '../../../src/entries/react.ts';
import type { NatterChatElement } from '../../../src/widget/element/element.ts';
import { fetched, settled } from '../fixtures/quiet-chat.ts';
import { leavePage, watchConsole } from '../fixtures/react-page.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const BROKER = 'https://chat.example.com';

let roots: Root[];
let complaints: string[];

beforeEach(() => {
  roots = [];
  complaints = watchConsole();
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});

afterEach(async () => {
  await leavePage(roots);
  vi.unstubAllGlobals();
});

async function drawn(content: React.ReactNode, root?: Root): Promise<Root> {
  const at = root ?? createRoot(document.body.appendChild(document.createElement('main')));
  if (!root) roots.push(at);
  await act(async () => {
    at.render(content);
    await settled();
  });
  return at;
}

const placed = (): NatterChatElement => document.querySelector('natter-chat') as NatterChatElement;

const cyclic = (): Record<string, unknown> => {
  const all: Record<string, unknown> = { send: 'Go' };
  all.self = all;
  return all;
};

/** Values that are not text and cannot be converted to it. */
const WORDLESS: readonly (readonly [string, unknown])[] = [
  ['an object', { light: '#fff' }],
  ['a cyclic object', cyclic()],
  ['an object without a prototype', Object.create(null)],
  ['a function', () => 'Help'],
  ['a symbol', Symbol('Help')],
];

describe('props that are no text', () => {
  it('addresses may be URL objects, even in server rendering', async () => {
    const page = (
      <ChatWidget
        broker={new URL('https://chat.example.com/')}
        avatar={new URL('https://chat.example.com/a.png')}
        privacyUrl={new URL('https://example.com/privacy')}
      />
    );
    expect(renderToString(page)).toContain('avatar="https://chat.example.com/a.png"');
    const root = await drawn(page);
    const { handle } = placed();
    expect(handle).not.toBeNull();
    expect([placed().broker, placed().avatar]).toEqual(['https://chat.example.com/', 'https://chat.example.com/a.png']);
    // Another URL object with the same text is the same setting.
    await drawn(<ChatWidget broker={new URL('https://chat.example.com/')} />, root);
    expect(placed().handle).toBe(handle);
    expect(complaints).toEqual([]);
  });

  it('an object as an address is reported once, and the chat works without it', async () => {
    const wrong = { avatar: { src: '/a.png' }, privacyUrl: cyclic() } as object;
    const root = await drawn(<ChatWidget broker={BROKER} {...wrong} />);
    await fetched(placed());
    await drawn(<ChatWidget broker={BROKER} {...wrong} title="Help" />, root);
    expect(placed().handle).not.toBeNull();
    expect([placed().avatar, placed().privacyUrl]).toEqual(['', '']);
    await expect
      .poll(() => complaints)
      .toEqual([
        expect.stringContaining('invalid_setting: "avatar" cannot be "[object Object]"'),
        expect.stringContaining('invalid_setting: "privacyUrl" cannot be "[object Object]"'),
      ]);
  });

  it.each([...WORDLESS, ['a bigint', 7n], ['a number', 7]] as const)(
    '%s as an id or a title does not break the page',
    async (_, value) => {
      const wrong = { widgetId: value, title: value } as unknown as Partial<ChatWidgetProps>;
      function Status() {
        return <b>{useChat({ broker: BROKER, ...wrong }).connection.status}</b>;
      }
      await drawn(
        <StrictMode>
          <ChatWidget broker={BROKER} {...wrong} />
          <Status />
        </StrictMode>,
      );
      expect(document.querySelector('b')?.textContent).toBe('idle');
      expect(placed().handle).not.toBeNull();
    },
  );
});

it('the component has a name in developer tools', () => {
  expect(ChatWidget).toHaveProperty('render.name', 'ChatWidget');
});

describe("props that are the element's", () => {
  const OWN = { id: 'chat', hidden: true, slot: 'aside', role: 'complementary' } as const;
  const given = () => ['id', 'hidden', 'slot', 'role'].filter(name => placed().hasAttribute(name));

  it('props of the element hide, name and position it, and leave nothing when removed', async () => {
    const root = await drawn(<ChatWidget broker={BROKER} />);
    const { handle } = placed();
    await drawn(<ChatWidget broker={BROKER} {...OWN} />, root);
    expect(placed().hidden).toBe(true);
    expect([placed().id, placed().slot, placed().getAttribute('role')]).toEqual(['chat', 'aside', 'complementary']);
    await drawn(<ChatWidget broker={BROKER} {...OWN} hidden={false} />, root);
    expect(given()).toEqual(['id', 'slot', 'role']);
    await drawn(<ChatWidget broker={BROKER} />, root);
    expect(given()).toEqual([]);
    expect(placed().handle).toBe(handle);
    expect(complaints).toEqual([]);
  });

  it('an attribute that the page has set directly stays', async () => {
    const root = await drawn(<ChatWidget broker={BROKER} />);
    placed().hidden = true;
    await drawn(<ChatWidget broker={BROKER} title="Help" />, root);
    expect(placed().hidden).toBe(true);
  });

  it('props of the element are rendered by a server', () => {
    expect(renderToString(<ChatWidget broker={BROKER} {...OWN} />)).toBe(
      `<natter-chat broker="${BROKER}" id="chat" hidden="" slot="aside" role="complementary"></natter-chat>`,
    );
    expect(renderToString(<ChatWidget broker={BROKER} hidden={false} />)).not.toContain('hidden');
  });
});

describe('handlers that fail', () => {
  /** Errors that reach the page's `error` event, and so its error reporting and its test runner. */
  async function uncaughtWhile(run: () => Promise<unknown>): Promise<readonly unknown[]> {
    const uncaught: unknown[] = [];
    const hear = (event: ErrorEvent) => uncaught.push(event.error) && event.preventDefault();
    window.addEventListener('error', hear);
    await run();
    window.removeEventListener('error', hear);
    return uncaught;
  }

  it('a failing handler is reported each time, and harms neither the chat nor the page', async () => {
    const failing = {
      onReady: () => {
        throw new Error('at once');
      },
      onOpen: async () => {
        throw new Error('later');
      },
      onClose: () => Promise.reject(Symbol('wordless')),
    };
    const uncaught = await uncaughtWhile(async () => {
      await drawn(<ChatWidget broker={BROKER} {...failing} />);
      await fetched(placed());
      const { handle } = placed();
      for (const round of [1, 2]) {
        handle?.open();
        expect([round, handle?.state.open]).toEqual([round, true]);
        handle?.close();
        await settled();
      }
    });
    expect(uncaught).toEqual([]);
    expect(complaints).toEqual([
      '[natter] handler_failed: A handler of "ready" threw: Error: at once',
      ...[1, 2].flatMap(() => [
        '[natter] handler_failed: A handler of "open" threw: Error: later',
        '[natter] handler_failed: A handler of "close" threw: symbol',
      ]),
    ]);
  });

  it('a failing listener of the element is reported by the browser, and harms no other', async () => {
    const heard: string[] = [];
    await drawn(<ChatWidget broker={BROKER} onOpen={() => heard.push('prop')} />);
    await fetched(placed());
    const mine = new Error('mine');
    placed().addEventListener('open', () => {
      throw mine;
    });
    placed().addEventListener('open', () => heard.push('listener'));
    const uncaught = await uncaughtWhile(async () => placed().handle?.open());
    expect(uncaught).toEqual([mine]);
    expect(heard).toEqual(['prop', 'listener']);
    expect(placed().handle?.state.open).toBe(true);
    expect(complaints).toEqual([]);
  });
});

describe('properties that are no text', () => {
  it.each(WORDLESS)('%s does not break the page, and a text is returned', async (_, value) => {
    const element = document.createElement('natter-chat');
    element.setAttribute('broker', BROKER);
    Reflect.set(element, 'disclaimer', value);
    Reflect.set(element, 'contactUrl', { href: '/contact' });
    document.body.append(element);
    await settled();
    await fetched(element);
    expect(element.handle).not.toBeNull();
    await expect
      .poll(() => complaints)
      .toEqual([expect.stringContaining('invalid_setting: "contactUrl" cannot be "[object Object]"')]);
    element.contactUrl = 'https://example.com/contact';
    await settled();
    expect(element.contactUrl).toBe('https://example.com/contact');
    expect(complaints).toHaveLength(1);
  });
});
