/**
 * `<natter-chat>` before its widget has been loaded: its appearance, the events that load the widget, and calls and changes made meanwhile.
 */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keptKey } from '../../../src/browser/marker.ts';
import '../fixtures/constructed-sheets.ts';
import type { NatterChatElement } from '../../../src/entries/element.ts';
import '../../../src/entries/element.ts';
import { idleState } from '../../../src/widget/handle/initial-state.ts';
import { fetched, settled } from '../fixtures/quiet-chat.ts';

const BROKER = 'https://chat.example.com';

let complaints: string[];

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  complaints = [];
  for (const level of ['warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(line => complaints.push(`${line}`));
});

afterEach(async () => {
  document.body.replaceChildren();
  await settled();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

async function painted(own: Partial<NatterChatElement> = {}): Promise<NatterChatElement> {
  const element = document.createElement('natter-chat');
  Object.assign(element, { broker: BROKER }, own);
  document.body.append(element);
  await settled();
  return element;
}

const launcherOf = (element: Element) => element.shadowRoot?.querySelector<HTMLButtonElement>('button.launcher');
const partsOf = (element: Element) => [...(element.shadowRoot?.children ?? [])].map(each => each.localName);
const panelOf = (element: Element) => element.shadowRoot?.querySelector('[role=dialog]');
const comes = (element: Element) => expect.poll(() => panelOf(element)).toBeTruthy();

describe('a chat that nobody wants yet', () => {
  it('a chat that nobody has used yet is a launcher and nothing else, in the state before the beginning', async () => {
    const element = await painted({ position: 'left', theme: 'dark' });
    expect(partsOf(element)).toEqual(['button']);
    expect(launcherOf(element)?.className).toContain('left');
    expect([element.dataset.mode, element.dataset.theme]).toEqual(['floating', 'dark']);
    expect(element.handle?.state).toEqual(idleState());
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    expect(complaints).toEqual([]);
  });

  it.each([
    ['pointerenter', (button: HTMLElement) => button.dispatchEvent(new Event('pointerenter'))],
    ['focus', (button: HTMLElement) => button.focus()],
    ['click', (button: HTMLElement) => button.click()],
  ])('the widget is fetched by a %s', async (_, act) => {
    const element = await painted();
    const button = launcherOf(element) as HTMLButtonElement;
    act(button);
    await comes(element);
    expect(launcherOf(element)).toBe(button);
    await expect.poll(() => button.hasAttribute('aria-busy')).toBe(false);
  });

  it.each(['open', 'send', 'startNew', 'prompt'] as const)('the widget is fetched by a call of %s()', async method => {
    const element = await painted({ showLauncher: false });
    element.handle?.[method]('Hello');
    await comes(element);
  });

  it('the widget is fetched at once if it opens automatically or is inline', async () => {
    for (const own of [{ autoOpen: true }, { renderMode: 'inline' }, { renderMode: 'fullscreen' }] as const)
      await comes(await painted({ ...own, widgetId: JSON.stringify(own) }));
  });

  it('the widget is fetched at once if a conversation was stored less than ten minutes ago', async () => {
    localStorage.setItem(keptKey(BROKER), `${Date.now() - 60_000}`);
    await comes(await painted());
    localStorage.setItem(keptKey(BROKER), `${Date.now() - 660_000}`);
    expect(partsOf(await painted())).toEqual(['button']);
  });
});

describe('a chat that is on its way', () => {
  it('a widget that is being fetched opens with one click, under the same handle, with its events in order', async () => {
    const heard: string[] = [];
    const element = document.createElement('natter-chat');
    for (const name of ['ready', 'open', 'close']) element.addEventListener(name, () => heard.push(name));
    element.broker = BROKER;
    document.body.append(element);
    await settled();
    expect(heard).toEqual(['ready']);
    const { handle } = element;
    launcherOf(element)?.click();
    expect(handle?.state.open).toBe(true);
    await comes(element);
    await settled();
    expect(element.handle).toBe(handle);
    expect(handle?.state.open).toBe(true);
    expect(heard).toEqual(['ready', 'open']);
    await expect(handle?.ready).resolves.toBe(handle);
  });

  it('a change is shown at once, and calls and changes apply in order', async () => {
    const element = await painted({ theme: 'light' });
    const { handle } = element;
    handle?.setTheme('dark');
    handle?.hide();
    element.color = 'red';
    element.position = 'left';
    await settled();
    expect(launcherOf(element)?.style.color).toBe('red');
    expect(launcherOf(element)?.className).toContain('left');
    await fetched(element);
    expect(element.handle).toBe(handle);
    expect(launcherOf(element)?.hidden).toBe(true);
    expect(launcherOf(element)?.className).toContain('left');
    expect(element.dataset.theme).toBe('dark');
    expect(panelOf(element)?.getAttribute('aria-label')).toBe('Chat');
  });

  it('a widget that is being fetched uses the last settings, however often they change', async () => {
    const element = await painted({ title: 'One', showLauncher: false });
    expect(launcherOf(element)?.hidden).toBe(true);
    for (const title of ['Two', 'Three']) {
      element.title = title;
      await settled();
    }
    element.showLauncher = true;
    element.theme = 'dark';
    await settled();
    expect(launcherOf(element)?.hidden).toBe(false);
    expect(element.dataset.theme).toBe('dark');
    await fetched(element);
    expect(panelOf(element)?.getAttribute('aria-label')).toBe('Three');
    expect(launcherOf(element)?.hidden).toBe(false);
    expect(element.dataset.theme).toBe('dark');
  });

  it('a widget that is being fetched is painted again in place if it must restart', async () => {
    const element = await painted();
    const { handle } = element;
    element.widgetId = 'another';
    await settled();
    expect(element.isConnected).toBe(true);
    expect(partsOf(element)).toEqual(['button']);
    expect(element.handle).not.toBe(handle);
    handle?.open();
    expect(complaints).toEqual([expect.stringContaining('destroyed')]);
    expect(partsOf(element)).toEqual(['button']);
  });

  it.each(['element', 'handle'] as const)(
    'a widget that is being fetched does not appear if its %s is removed',
    async which => {
      const element = await painted();
      const { handle } = element;
      launcherOf(element)?.click();
      if (which === 'element') element.remove();
      else handle?.destroy();
      await settled();
      await import('../../../src/widget/script-tag/application.ts');
      await settled();
      expect(element.isConnected).toBe(false);
      expect(partsOf(element)).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );

  it('two elements on a page have their own calls', async () => {
    const [one, two] = [await painted({ widgetId: 'one' }), await painted({ widgetId: 'two' })];
    one.handle?.send('First');
    two.handle?.send('Second');
    await fetched(one, two);
    const said = ({ handle }: NatterChatElement) =>
      handle?.state.messages.flatMap(each => (each.kind === 'message' ? [each.text] : []));
    expect([said(one), said(two)]).toEqual([['First'], ['Second']]);
  });

  it('wrong settings are reported when the widget has loaded, an unusable broker at once', async () => {
    const element = await painted({ theme: 'purple' as never });
    expect(complaints).toEqual([]);
    await fetched(element);
    await expect.poll(() => complaints).toEqual([expect.stringContaining('invalid_setting: "theme"')]);
    await painted({ broker: 'nonsense' });
    expect(complaints.slice(1)).toEqual([expect.stringContaining('invalid_broker: ')]);
  });
});
