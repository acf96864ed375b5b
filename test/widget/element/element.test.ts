import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../fixtures/constructed-sheets.ts';
import { NatterChatElement } from '../../../src/entries/element.ts';
import { RULES, type SettingName } from '../../../src/widget/settings/options.ts';
import { fetched, settled } from '../fixtures/quiet-chat.ts';

let complaints: string[];

beforeEach(() => {
  // No broker runs here, and no request may leave the machine.
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  complaints = [];
  vi.spyOn(console, 'warn').mockImplementation(line => complaints.push(`${line}`));
  vi.spyOn(console, 'error').mockImplementation(line => complaints.push(`${line}`));
});

afterEach(async () => {
  document.body.replaceChildren();
  await settled();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** An element before anybody uses the chat: only its launcher is painted. */
async function painted(attributes: Record<string, string> = {}): Promise<NatterChatElement> {
  const element = document.createElement('natter-chat');
  for (const [name, value] of Object.entries({ broker: 'https://chat.example.com', ...attributes })) {
    element.setAttribute(name, value);
  }
  document.body.append(element);
  await settled();
  return element;
}

/** An element whose widget has been loaded. */
async function placed(attributes: Record<string, string> = {}): Promise<NatterChatElement> {
  const element = await painted(attributes);
  await fetched(element);
  return element;
}

const launcherOf = (element: HTMLElement) => element.shadowRoot?.querySelector<HTMLButtonElement>('.launcher');
const panelsOf = (element: HTMLElement) => element.shadowRoot?.querySelectorAll('[role=dialog]').length;

describe('<natter-chat>', () => {
  it('texts by language in an attribute do not restart the element for ever', async () => {
    const element = await placed({ disclaimer: '{"en":"May err.","de":"Kann irren."}' });
    element.setAttribute('disclaimer', '{"en":"Is software."}');
    await settled();
    expect(element.disclaimer).toEqual({ en: 'Is software.' });
    expect(complaints).toEqual([]);
  });

  it('an element becomes a widget as soon as somebody uses it', async () => {
    const element = await placed({ title: 'Acme', position: 'left' });
    expect(launcherOf(element)?.className).toContain('left');
    expect(panelsOf(element)).toBe(1);
    expect(element.handle?.state.open).toBe(false);
  });

  it('the page gets each press once, however often the widget restarts', async () => {
    const element = await placed();
    const heard: Event[] = [];
    const hear = (event: Event) => heard.push(event);
    document.addEventListener('mousedown', hear);
    for (const id of ['b', 'c']) {
      element.setAttribute('widget-id', id);
      await settled();
      await fetched(element);
    }
    launcherOf(element)?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, composed: true }));
    document.removeEventListener('mousedown', hear);
    expect(heard).toHaveLength(1);
  });

  it('an element without a broker shows nothing and warns', async () => {
    const element = await painted({ broker: '' });
    expect(element.shadowRoot).toBeNull();
    expect(element.handle).toBeNull();
    expect(complaints).toHaveLength(1);
    expect(complaints[0]).toContain('missing_broker');
  });

  it.each([undefined, null, ''] as const)('%j resets title and nonce, which are native properties', async nothing => {
    const element = await placed({ title: 'Acme', nonce: 'abc' });
    const dialog = () => element.shadowRoot?.querySelector('[role=dialog]')?.getAttribute('aria-label');
    expect(dialog()).toBe('Acme');
    Reflect.set(element, 'title', nothing);
    Reflect.set(element, 'nonce', nothing);
    await settled();
    expect(dialog()).toBe('Chat');
    expect([element.title, element.nonce]).toEqual(['', '']);
  });

  it('needs no nonce of the DOM', async () => {
    const nonce = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'nonce');
    Reflect.deleteProperty(HTMLElement.prototype, 'nonce');
    try {
      vi.resetModules();
      const { NatterChatElement: Plain } = await import('../../../src/entries/element.ts');
      customElements.define('natter-chat-without-nonce', Plain);
      const element = new Plain();
      element.broker = 'https://chat.example.com';
      element.nonce = 'abc';
      document.body.append(element);
      await settled();
      await fetched(element);
      expect([element.nonce, element.getAttribute('nonce')]).toEqual(['abc', 'abc']);
    } finally {
      if (nonce) Object.defineProperty(HTMLElement.prototype, 'nonce', nonce);
    }
  });

  it('the module can be imported without a TextEncoder', async () => {
    vi.stubGlobal('TextEncoder', undefined);
    vi.resetModules();
    await expect(import('../../../src/entries/react.ts')).resolves.toHaveProperty('ChatWidget');
  });

  it('changes through the handle stay when another setting changes', async () => {
    const element = await placed();
    element.handle?.setTheme('dark');
    element.handle?.hide();
    element.title = 'Acme';
    await settled();
    expect(element.dataset.theme).toBe('dark');
    expect(launcherOf(element)?.hidden).toBe(true);
    element.setAttribute('theme', 'light');
    element.setAttribute('show-launcher', 'false');
    element.setAttribute('show-launcher', 'true');
    await settled();
    expect(element.dataset.theme).toBe('light');
    element.showLauncher = false;
    await settled();
    element.showLauncher = true;
    await settled();
    expect(launcherOf(element)?.hidden).toBe(false);
  });

  it.each(['xx', 'no tag'])(
    'a locale without a catalogue, %j, is reported once, even if it is set later',
    async locale => {
      const element = await placed({ locale: 'de' });
      await vi.waitFor(() => expect(launcherOf(element)?.lang).toBe('de'));
      element.locale = locale;
      await settled();
      await vi.waitFor(() => expect(launcherOf(element)?.lang).toBe('en'));
      // The sentences of the log are a part that is fetched, so they may come after the language.
      await vi.waitFor(() =>
        expect(complaints).toEqual([
          expect.stringContaining(`unknown_language: There are no words for "${locale}". There are en,`),
        ]),
      );
      element.handle?.setLocale('xx');
      await vi.waitFor(() => expect(complaints.slice(1)).toEqual([expect.stringContaining('Using English.')]));
      element.locale = 'de-AT';
      await vi.waitFor(() => expect(launcherOf(element)?.lang).toBe('de'));
      element.locale = '';
      await vi.waitFor(() => expect(launcherOf(element)?.lang).toBe('en'));
      expect(complaints).toHaveLength(2);
    },
  );

  it('the chat survives a move of its element', async () => {
    const element = await placed();
    const { handle } = element;
    const other = document.body.appendChild(document.createElement('section'));
    other.append(element);
    await settled();
    expect(element.handle).toBe(handle);
    expect(panelsOf(element)).toBe(1);
  });

  it('the chat is removed and restored with its element', async () => {
    const element = await placed();
    const { handle } = element;
    element.remove();
    await settled();
    expect(element.handle).toBeNull();
    expect(panelsOf(element)).toBe(0);
    document.body.append(element);
    await settled();
    expect(element.handle).not.toBeNull();
    expect(element.handle).not.toBe(handle);
    await fetched(element);
    expect(panelsOf(element)).toBe(1);
    expect(element.shadowRoot?.querySelectorAll('.launcher')).toHaveLength(1);
  });

  it('a change of appearance keeps the chat', async () => {
    const element = await placed();
    const { handle } = element;
    element.setAttribute('position', 'left');
    element.setAttribute('theme', 'dark');
    await settled();
    expect(element.handle).toBe(handle);
    expect(launcherOf(element)?.className).toContain('left');
    expect(element.dataset.theme).toBe('dark');
  });

  it('another broker restarts the chat', async () => {
    const element = await placed();
    const { handle } = element;
    element.setAttribute('broker', 'https://other.example.com');
    await settled();
    expect(element.handle).not.toBeNull();
    expect(element.handle).not.toBe(handle);
    await fetched(element);
    expect(panelsOf(element)).toBe(1);
  });

  it('an inline element stays in place and has no launcher', async () => {
    const element = await placed({ 'render-mode': 'inline' });
    expect(element.parentElement).toBe(document.body);
    expect(launcherOf(element)).toBeNull();
    expect(element.dataset.mode).toBe('inline');
  });

  it('the element of a script tag is not touched', async () => {
    const element = document.createElement('natter-chat');
    element.attachShadow({ mode: 'open' });
    document.body.append(element);
    await settled();
    expect(element.handle).toBeNull();
    expect(complaints).toEqual([]);
  });

  it('a destroyed element can be removed without a warning', async () => {
    const element = await placed();
    element.handle?.destroy();
    await settled();
    expect(element.isConnected).toBe(false);
    expect(complaints).toEqual([]);
  });
});

describe('the properties of <natter-chat>', () => {
  it('phrases by language are reflected as JSON, and read as an object', () => {
    const element = document.createElement('natter-chat');
    element.teamNoun = { en: 'the crew', de: 'die Mannschaft' };
    expect(element.getAttribute('team-noun')).toBe('{"en":"the crew","de":"die Mannschaft"}');
    expect(element.teamNoun).toEqual({ en: 'the crew', de: 'die Mannschaft' });
  });

  const SAMPLES: Partial<Record<SettingName, unknown>> = {
    broker: 'https://chat.example.com',
    color: '#0b5d4d',
    avatar: 'https://example.com/a.png',
    privacyUrl: 'https://example.com/privacy',
    termsUrl: 'https://example.com/terms',
    contactUrl: 'https://example.com/contact',
    contextUrl: 'https://example.com/context',
    texts: { send: 'Go' },
    starters: ['Hello'],
    attachLimits: { files: 2 },
    hours: { zone: 'UTC', week: { mon: '9:00-18:00' } },
    links: [{ label: 'Help', url: 'https://example.com/help' }],
    preChat: [{ name: 'name', label: 'Your name' }],
  };
  const samples = Object.entries(RULES).map(([name, rule]) => {
    const last = Array.isArray(rule) ? rule.at(-1) : rule === 'function' ? () => {} : 'words';
    return [name as SettingName, SAMPLES[name as SettingName] ?? last] as const;
  });

  it.each(samples)('%s is a property, and is reflected as an attribute if possible', (name, value) => {
    const element = document.createElement('natter-chat');
    const initial: unknown = Reflect.get(element, name);
    Reflect.set(element, name, value);
    expect(Reflect.get(element, name)).toEqual(value);
    const attribute = name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
    expect(element.getAttribute(attribute)).toBe(
      typeof value === 'object' || typeof value === 'function' ? null : `${value}`,
    );
    if (name === 'title' || name === 'nonce') return;
    for (const none of [undefined, null, '']) {
      Reflect.set(element, name, none);
      expect(element.hasAttribute(attribute)).toBe(false);
      // A setting that is an object cannot be reset by the empty string.
      if (typeof value !== 'object' && typeof value !== 'function') expect(Reflect.get(element, name)).toEqual(initial);
    }
  });

  it('a property returns the value of its attribute', () => {
    const element = document.createElement('natter-chat');
    element.setAttribute('auto-open', '');
    element.setAttribute('theme', 'purple');
    element.languages = ['en', 'de'];
    expect([element.autoOpen, element.theme, element.languages, element.widgetId]).toEqual([
      true,
      'auto',
      'en,de',
      'default',
    ]);
  });

  it('properties set before the class was defined are applied', async () => {
    // An element from before its class was defined: its own properties hide those of the class.
    const element = document.createElement('natter-chat');
    for (const [name, value] of Object.entries({
      broker: 'https://chat.example.com',
      theme: 'dark',
      texts: { open: 'Talk' },
    }))
      Object.defineProperty(element, name, { value, configurable: true, writable: true, enumerable: true });
    document.body.append(element);
    await settled();
    await fetched(element);
    expect(Object.keys(element).filter(name => name in RULES)).toEqual([]);
    expect(element.dataset.theme).toBe('dark');
    expect(launcherOf(element)?.getAttribute('aria-label')).toBe('Talk');
  });

  it('properties take effect like attributes', async () => {
    const element = await placed();
    const { handle } = element;
    element.theme = 'dark';
    element.texts = { open: 'Talk' };
    element.imageOrigins = 'https://cdn.example.com';
    element.autoOpen = true;
    await settled();
    expect(element.handle).toBe(handle);
    expect(element.dataset.theme).toBe('dark');
    expect(launcherOf(element)?.getAttribute('aria-label')).toBe('Talk');
    element.widgetId = 'another';
    await settled();
    expect(element.handle).not.toBe(handle);
    await fetched(element);
    expect(panelsOf(element)).toBe(1);
  });

  it('a wrong property is reported once, whatever else changes', async () => {
    const element = await placed({ theme: 'purple' });
    element.position = 'left';
    await settled();
    element.setAttribute('title', 'Acme');
    await settled();
    expect(complaints.filter(line => line.includes('"theme"'))).toHaveLength(1);
  });

  it('wrong texts that are set later are reported, each once', async () => {
    const element = await placed();
    for (const mesage of ['Words', 'Other words']) {
      element.texts = { open: 'Talk', sendd: 'Go', mesage } as never;
      await settled();
    }
    expect(complaints.flatMap(line => /There is no "(.*?)"/.exec(line)?.[1] ?? [])).toEqual([
      'texts.sendd',
      'texts.mesage',
    ]);
  });

  it('attributes for style sheets come back if hydration removes them', async () => {
    const element = await placed({ theme: 'dark', 'render-mode': 'inline' });
    const { handle } = element;
    for (const name of ['data-mode', 'data-theme']) element.removeAttribute(name);
    await settled();
    expect([element.dataset.mode, element.dataset.theme]).toEqual(['inline', 'dark']);
    expect(element.handle).toBe(handle);
  });

  it('objects that a server has rendered as text get their values by hydration', async () => {
    const element = await placed({ texts: '[object Object]', trace: 'e => console.log(e)' });
    element.texts = { open: 'Talk' };
    await settled();
    expect(complaints).toEqual([]);
    expect(launcherOf(element)?.getAttribute('aria-label')).toBe('Talk');
    element.texts = { open: 'Speak' };
    await settled();
    expect(launcherOf(element)?.getAttribute('aria-label')).toBe('Speak');
  });

  it('a text in place of an object or a function is reported', async () => {
    await placed({ texts: 'short', trace: 'console' });
    expect(complaints.join()).toMatch(/texts/);
    expect(complaints.join()).toMatch(/trace/);
  });

  it('a new trace function is called from then on, in the same chat', async () => {
    const told: string[] = [];
    const element = await placed();
    element.trace = () => told.push('first');
    await settled();
    await fetched(element);
    const { handle } = element;
    element.trace = () => told.push('second');
    await settled();
    expect(element.handle).toBe(handle);
    handle?.open();
    expect(new Set(told)).toEqual(new Set(['second']));
  });
});

describe('the events of <natter-chat>', () => {
  it('events are dispatched on the element with their detail, across restarts', async () => {
    const heard: unknown[] = [];
    const element = document.createElement('natter-chat');
    for (const name of ['ready', 'open', 'message'])
      element.addEventListener(name, event => event instanceof CustomEvent && heard.push([name, event.detail.text]));
    element.broker = 'https://chat.example.com';
    document.body.append(element);
    await settled();
    await fetched(element);
    element.handle?.open();
    element.handle?.send('Hi');
    expect(heard).toEqual([
      ['ready', undefined],
      ['open', undefined],
      ['message', 'Hi'],
    ]);
    element.widgetId = 'next';
    await settled();
    expect(heard).toHaveLength(4);
  });

  it('events do not bubble, and only some can be cancelled', async () => {
    const element = await placed();
    const outside = vi.fn();
    document.body.addEventListener('open', outside);
    const events: Event[] = [];
    for (const name of ['open', 'link']) element.addEventListener(name, event => events.push(event));
    element.handle?.open();
    expect(outside).not.toHaveBeenCalled();
    expect(events.map(({ type, cancelable, bubbles, composed }) => [type, cancelable, bubbles, composed])).toEqual([
      ['open', false, false, false],
    ]);
  });
});

describe('the handle of <natter-chat>', () => {
  it('the handle is there as soon as the element is on the page', async () => {
    const element = document.createElement('natter-chat');
    element.broker = 'https://chat.example.com';
    expect(element.handle).toBeNull();
    document.body.append(element);
    element.handle?.open();
    expect(element.handle?.state.open).toBe(true);
    await fetched(element);
    expect(element.handle?.state.open).toBe(true);
  });

  it('the handle stays the same wherever the element is moved, in one task or many', async () => {
    const element = await placed();
    const { handle } = element;
    for (let moves = 0; moves < 3; moves += 1) {
      const section = document.body.appendChild(document.createElement('section'));
      section.append(element);
      document.body.prepend(section);
    }
    expect(element.handle).toBe(handle);
    await settled();
    expect(element.handle).toBe(handle);
  });

  it('the title is not shown as a tooltip', async () => {
    const element = await placed({ title: 'Acme' });
    const hints = [...(element.shadowRoot?.children ?? [])].map(each => each.getAttribute('title'));
    expect(hints.length).toBeGreaterThan(0);
    expect(new Set(hints)).toEqual(new Set(['']));
  });

  it('the class has a name and can be queried', () => {
    expect(document.createElement('natter-chat')).toBeInstanceOf(NatterChatElement);
    expect(NatterChatElement.observedAttributes).toContain('widget-id');
  });
});
