import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { choicesKey, keptKey } from '../../../src/browser/marker.ts';
import { createLauncher } from '../../../src/widget/launcher/launcher.ts';
import { mount, type Widget } from '../../../src/widget/panel/mount.ts';
import { createUpdate } from '../../../src/widget/panel/update.ts';
import '../fixtures/constructed-sheets.ts';
import { createQuietChat, type QuietChat, settingsWith, settled } from '../fixtures/quiet-chat.ts';

let quiet: QuietChat;
let warned: string[];

beforeEach(() => {
  quiet = createQuietChat();
  warned = [];
  vi.spyOn(console, 'warn').mockImplementation(line => warned.push(`${line}`));
});

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

function mounted(own: Record<string, unknown> = {}): Widget & { host: HTMLElement; button: HTMLButtonElement } {
  const settings = settingsWith(own);
  const host = document.body.appendChild(document.createElement('natter-chat') as HTMLElement);
  const launcher = createLauncher(host.attachShadow({ mode: 'open' }), settings);
  return { ...mount(settings, { host, launcher }, quiet.chat), host, button: launcher.element };
}

const panelOf = (host: HTMLElement): HTMLElement => host.shadowRoot?.querySelector('[role=dialog]') as HTMLElement;

describe('launcher', () => {
  it('the launcher is a button whose name says what it does, and its state whether the chat is open', async () => {
    const { button } = mounted();
    expect(button.getAttribute('aria-label')).toBe('Open chat');
    expect(button.getAttribute('aria-expanded')).toBe('false');
    button.click();
    expect(button.getAttribute('aria-label')).toBe('Close chat');
    expect(button.getAttribute('aria-expanded')).toBe('true');
    button.click();
    expect(button.getAttribute('aria-label')).toBe('Open chat');
  });

  it.each([
    [0, ''],
    [1, '1'],
    [9, '9'],
    [10, '9+'],
    [120, '9+'],
  ])('%i unread shows %j', (count, shown) => {
    const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
    const launcher = createLauncher(root, settingsWith());
    launcher.setUnread(count);
    expect(launcher.element.querySelector('.unread')?.textContent).toBe(shown);
  });

  it('the launcher is in the given corner, in the brand colour', () => {
    const { button } = mounted({ position: 'left', color: '#010203' });
    expect(button.className).toBe('launcher left');
    expect(button.style.color).toBe('rgb(1, 2, 3)');
  });

  it('a handler that is no function is refused with one warning, and later messages are not disturbed', () => {
    const { handle } = mounted();
    handle.on('open', 'nothing' as never)();
    handle.open();
    expect(warned).toEqual(['[natter] invalid_call: on("open") takes a function. Nothing was registered.']);
  });

  it('the launcher is hidden if the setting says so', () => {
    expect(mounted({ showLauncher: 'false' }).button.hidden).toBe(true);
  });

  it("the site's own button gets the focus back if the launcher is hidden, each time the one that was pressed", async () => {
    const { host, handle } = mounted({ showLauncher: 'false' });
    for (const words of ['Ask us', 'Any questions?']) {
      const own = document.body.appendChild(document.createElement('button'));
      own.textContent = words;
      own.focus();
      handle.open();
      await vi.waitFor(() => expect(panelOf(host).hidden).toBe(false));
      panelOf(host).focus();
      expect(document.activeElement).toBe(host);
      handle.close();
      expect(document.activeElement?.textContent).toBe(words);
      own.remove();
    }
  });

  it('closing is no error if the launcher is hidden and nothing of the page can have the focus', async () => {
    const { host, handle } = mounted({ showLauncher: 'false' });
    handle.open();
    await vi.waitFor(() => expect(panelOf(host).hidden).toBe(false));
    panelOf(host).focus();
    handle.close();
    // The focus stays in the panel while it fades out.
    expect(document.activeElement).toBe(host);
    handle.send('One more thing');
    expect(handle.state.messages).toHaveLength(1);
  });
});

describe('mount', () => {
  it('closing with the focus in the panel gives it back to the launcher', async () => {
    const { host, handle, button } = mounted();
    handle.open();
    await settled();
    const inside = panelOf(host).querySelector<HTMLElement>('textarea, button');
    inside?.focus();
    expect(host.shadowRoot?.activeElement).toBe(inside);
    handle.close();
    expect(host.shadowRoot?.activeElement).toBe(button);
  });

  it('closing with the focus elsewhere on the page leaves it there', async () => {
    const { handle } = mounted();
    const other = document.body.appendChild(document.createElement('input'));
    handle.open();
    await settled();
    other.focus();
    handle.close();
    expect(document.activeElement).toBe(other);
  });

  it('no server is contacted before the chat is opened', async () => {
    const { handle } = mounted();
    await settled();
    expect(quiet.asked).toMatchObject({ tokens: 0, sockets: 0 });
    handle.open();
    expect(quiet.asked.tokens).toBe(1);
  });

  it('`ready` fires once, for handlers added right after mounting', async () => {
    const { handle } = mounted();
    let heard = 0;
    handle.on('ready', () => heard++);
    await settled();
    await settled();
    expect(heard).toBe(1);
    expect(await handle.ready).toBe(handle);
  });

  it('a chat that the page closes in the same task does not open automatically', async () => {
    const { handle } = mounted({ autoOpen: true });
    handle.close();
    await settled();
    expect(handle.state.open).toBe(false);
    expect(quiet.asked.tokens).toBe(0);
  });

  it('names the panel by the title, and follows changes', async () => {
    const widget = mounted({ title: 'Acme' });
    expect(panelOf(widget.host).getAttribute('aria-label')).toBe('Acme');
    createUpdate(
      settingsWith({ title: 'Acme' }),
      widget.live,
    )(settingsWith({ title: 'Apex', theme: 'dark', position: 'left' }));
    await settled();
    expect(panelOf(widget.host).getAttribute('aria-label')).toBe('Apex');
    expect(widget.host.dataset.theme).toBe('dark');
    expect(widget.button.className).toBe('launcher left');
  });

  it('setTheme changes the theme and refuses invalid ones', () => {
    const { handle, host } = mounted();
    handle.setTheme('dark');
    expect(host.dataset.theme).toBe('dark');
    handle.setTheme('blue' as 'dark');
    expect(host.dataset.theme).toBe('dark');
    expect(warned).toHaveLength(1);
    expect(warned[0]).toContain('invalid_setting');
  });

  it('setLocale changes the panel’s direction, and renames the launcher', async () => {
    const host = document.body.appendChild(document.createElement('natter-chat') as HTMLElement);
    const launcher = createLauncher(host.attachShadow({ mode: 'open' }), settingsWith());
    const { handle } = mount(settingsWith(), { host, launcher }, quiet.chat);
    handle.setLocale('ar');
    await vi.waitFor(() => expect(panelOf(host).dir).toBe('rtl'));
    expect([launcher.element.lang, launcher.element.ariaLabel]).toEqual(['ar', 'فتح المحادثة']);
    handle.setLocale('');
    await settled();
    expect([launcher.element.lang, launcher.element.ariaLabel]).toEqual(['en', 'Open chat']);
  });

  it('the language chosen in the menu is used on the next page, as long as it is offered', async () => {
    const next = (offered: string) => {
      const host = document.body.appendChild(document.createElement('natter-chat') as HTMLElement);
      const settings = settingsWith({ languages: offered, locale: 'en', remember: 'conversation' });
      const widget = mount(settings, { host, launcher: null }, createQuietChat().chat);
      widget.handle.open();
      return { ...widget, host };
    };
    const press = async (host: HTMLElement, role: string, words: string) => {
      const find = () =>
        [...(host.shadowRoot?.querySelectorAll<HTMLElement>(role) ?? [])].find(each =>
          [each.getAttribute('aria-label'), each.textContent].includes(words),
        );
      await vi.waitFor(() => expect(find()).toBeDefined());
      find()?.click();
    };
    const { host, handle } = next('en, ar');
    await press(host, 'button', 'More options');
    await press(host, '[role=menuitem]', 'Language');
    await press(host, '[role=menuitemradio]', 'العربية');
    await vi.waitFor(() => expect(panelOf(host).dir).toBe('rtl'));
    handle.destroy();
    const again = next('en, AR');
    await vi.waitFor(() => expect(panelOf(again.host).dir).toBe('rtl'));
    again.handle.setLocale('');
    await vi.waitFor(() => expect(panelOf(again.host).dir).toBe('ltr'));
    again.handle.destroy();
    const fewer = next('en, de');
    await vi.waitFor(() => expect(panelOf(fewer.host)?.dir).toBe('ltr'));
    fewer.handle.forget();
    fewer.handle.destroy();
  });

  it.each([
    ['en, pt-BR', 'pt-BR', 'pt-BR'],
    ['en, pt_BR', 'pt-BR', 'pt-BR'],
    ['en, zh-Hant', 'zh', 'ar'],
  ])('offered %s, kept %s: %s', async (offered, kept, expected) => {
    const settings = settingsWith({ languages: offered, locale: 'ar', remember: 'conversation' });
    localStorage.setItem(choicesKey(settings.broker, settings.widgetId), JSON.stringify({ language: kept }));
    const host = document.body.appendChild(document.createElement('natter-chat') as HTMLElement);
    const widget = mount(settings, { host, launcher: null }, createQuietChat().chat);
    await vi.waitFor(() => expect(widget.live.speech.language.peek().tag).toBe(expected));
    widget.handle.forget();
    widget.handle.destroy();
  });

  it('a snapshot is a copy: changing it changes nothing', () => {
    const { handle } = mounted();
    handle.send('hello');
    const snapshot = handle.state as unknown as { open: boolean; outbox: unknown[] };
    snapshot.open = true;
    snapshot.outbox.length = 0;
    expect(handle.state.open).toBe(false);
    expect(handle.state.outbox).toHaveLength(1);
  });

  it('destroy removes the element, the listeners and the panel; later calls do nothing and warn once', async () => {
    const { handle, host } = mounted();
    handle.open();
    await settled();
    handle.destroy();
    expect(host.isConnected).toBe(false);
    expect(host.shadowRoot?.querySelector('[role=dialog], button')).toBeNull();
    expect(quiet.asked.listeners).toBe(0);
    const tokens = quiet.asked.tokens;
    handle.open();
    handle.toggle();
    handle.destroy();
    expect(quiet.asked.tokens).toBe(tokens);
    expect(warned).toHaveLength(1);
    expect(warned[0]).toContain('destroyed');
  });

  it('a second widget may use the same host after the first is destroyed', async () => {
    const { unmount, host } = mounted();
    unmount();
    expect(host.isConnected).toBe(true);
    const next = createQuietChat();
    const { handle } = mount(settingsWith(), { host, launcher: null }, next.chat);
    handle.open();
    await settled();
    expect(host.shadowRoot?.querySelectorAll('[role=dialog]')).toHaveLength(1);
  });

  it.each(['inline', 'fullscreen'])('the panel is open at once in %s mode', async renderMode => {
    const host = document.body.appendChild(document.createElement('natter-chat') as HTMLElement);
    const { handle } = mount(settingsWith({ renderMode }), { host, launcher: null }, quiet.chat);
    await settled();
    expect(handle.state.open).toBe(true);
    expect(host.dataset.mode).toBe(renderMode);
  });

  it('the widget moves to the top layer when it is opened, and not before under the pointer', async () => {
    const shown = vi.fn();
    Object.assign(HTMLElement.prototype, { showPopover: shown });
    vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body);
    const { handle } = mounted();
    await settled();
    expect(shown).not.toHaveBeenCalled();
    handle.open();
    expect(shown).toHaveBeenCalledOnce();
    Reflect.deleteProperty(HTMLElement.prototype, 'showPopover');
  });

  describe.each(['inline', 'fullscreen'])('%s', renderMode => {
    function placed(own: Record<string, unknown> = {}): HTMLElement {
      const host = document.body.appendChild(document.createElement('natter-chat') as HTMLElement);
      mount(settingsWith({ renderMode, ...own }), { host, launcher: null }, quiet.chat);
      return host;
    }

    it.each([
      ['a click', 'click'],
      ['a letter', 'input'],
    ])('no server is contacted before %s', async (_name, type) => {
      const field = placed().shadowRoot?.querySelector('textarea');
      await settled();
      field?.focus();
      await settled();
      expect(quiet.asked).toMatchObject({ tokens: 0, sockets: 0 });
      field?.dispatchEvent(new Event(type, { bubbles: true }));
      expect(quiet.asked.tokens).toBe(1);
    });

    it('the conversation begins with the page if autoOpen is set', async () => {
      placed({ autoOpen: true });
      await settled();
      expect(quiet.asked.tokens).toBe(1);
    });

    it('a conversation of an earlier page continues', async () => {
      localStorage.setItem(keptKey(settingsWith().broker), `${Date.now()}`);
      placed();
      await settled();
      localStorage.clear();
      expect(quiet.chat.state.value.open).toBe(true);
    });
  });

  it.each(['inline', 'fullscreen'])('%s: the panel is closed only by the page itself', async renderMode => {
    const host = document.body.appendChild(document.createElement('natter-chat') as HTMLElement);
    const { handle } = mount(settingsWith({ renderMode }), { host, launcher: null }, quiet.chat);
    await settled();
    quiet.chat.close();
    await settled();
    expect(panelOf(host).hidden).toBe(false);
    handle.forget();
    await settled();
    expect(panelOf(host).hidden).toBe(false);
    expect(handle.state).toMatchObject({ open: true, messages: [], connection: { status: 'idle' } });
    handle.send('Hello');
    expect(quiet.chat.state.value).toMatchObject({ open: true, outbox: [{ text: 'Hello' }] });
    handle.close();
    await settled();
    expect(panelOf(host).hidden).toBe(true);
    handle.toggle();
    await settled();
    expect(panelOf(host).hidden).toBe(false);
  });
});
