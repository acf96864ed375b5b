import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import './constructed-sheets.ts';
import { defineElement, type NatterChatElement } from '../../src/widget/element.ts';
import { settled } from './quiet-chat.ts';

let complaints: string[];

beforeEach(() => {
  defineElement();
  // No broker runs here; nothing may be asked of a real one.
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

async function placed(attributes: Record<string, string> = {}): Promise<NatterChatElement> {
  const element = document.createElement('natter-chat');
  for (const [name, value] of Object.entries({ broker: 'https://chat.example.com', ...attributes })) {
    element.setAttribute(name, value);
  }
  document.body.append(element);
  await settled();
  return element;
}

const launcherOf = (element: HTMLElement) => element.shadowRoot?.querySelector<HTMLButtonElement>('.launcher');
const panelsOf = (element: HTMLElement) => element.shadowRoot?.querySelectorAll('[role=dialog]').length;

describe('<natter-chat>', () => {
  it('[W30] is a widget as soon as it is on the page', async () => {
    const element = await placed({ title: 'Acme', position: 'left' });
    expect(launcherOf(element)?.className).toContain('left');
    expect(panelsOf(element)).toBe(1);
    expect(element.handle?.state.open).toBe(false);
  });

  it('[W30] without a broker it shows nothing and says why', async () => {
    const element = await placed({ broker: '' });
    expect(element.shadowRoot).toBeNull();
    expect(element.handle).toBeNull();
    expect(complaints).toHaveLength(1);
    expect(complaints[0]).toContain('missing_broker');
  });

  it('[W31] survives being moved', async () => {
    const element = await placed();
    const { handle } = element;
    const other = document.body.appendChild(document.createElement('section'));
    other.append(element);
    await settled();
    expect(element.handle).toBe(handle);
    expect(panelsOf(element)).toBe(1);
  });

  it('[W31] goes with its element, and comes back with it', async () => {
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
    expect(panelsOf(element)).toBe(1);
    expect(element.shadowRoot?.querySelectorAll('.launcher')).toHaveLength(1);
  });

  it('[W32] takes over a change of looks, and keeps the chat', async () => {
    const element = await placed();
    const { handle } = element;
    element.setAttribute('position', 'left');
    element.setAttribute('theme', 'dark');
    await settled();
    expect(element.handle).toBe(handle);
    expect(launcherOf(element)?.className).toContain('left');
    expect(element.dataset.theme).toBe('dark');
  });

  it('[W32] starts anew for another broker', async () => {
    const element = await placed();
    const { handle } = element;
    element.setAttribute('broker', 'https://other.example.com');
    await settled();
    expect(element.handle).not.toBeNull();
    expect(element.handle).not.toBe(handle);
    expect(panelsOf(element)).toBe(1);
  });

  it('[W32] an inline one stays where it stands and has no launcher', async () => {
    const element = await placed({ 'render-mode': 'inline' });
    expect(element.parentElement).toBe(document.body);
    expect(launcherOf(element)).toBeNull();
    expect(element.dataset.mode).toBe('inline');
  });

  it('[W33] leaves the element of a script tag alone', async () => {
    const element = document.createElement('natter-chat');
    element.attachShadow({ mode: 'open' });
    document.body.append(element);
    await settled();
    expect(element.handle).toBeNull();
    expect(complaints).toEqual([]);
  });

  it('[W33] a destroyed one can be taken off the page without a word', async () => {
    const element = await placed();
    element.handle?.destroy();
    await settled();
    expect(element.isConnected).toBe(false);
    expect(complaints).toEqual([]);
  });
});
