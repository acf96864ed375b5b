/** The bubble beside the launcher, as a visitor finds it. */

import { signal } from '@preact/signals-core';
import { screen, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPrompt, type Prompt, type PromptParts } from '../../../src/widget/launcher/prompt-bubble.ts';
import { PROMPT_KIT } from '../../../src/widget/panel/late-prompt.ts';

let host: HTMLElement;
let root: ShadowRoot;
let launcher: HTMLButtonElement;
let prompt: Prompt;
let opened: number;
const dismissWords = signal('Dismiss');
/** A new text for each prompt: a dismissed one stays dismissed while the page lives, even across tests. */
let numbers = 0;
const fresh = (): string => `Questions about order ${++numbers}`;

beforeEach(() => {
  host = document.body.appendChild(document.createElement('natter-chat'));
  root = host.attachShadow({ mode: 'open' });
  launcher = document.createElement('button');
  launcher.className = 'launcher';
  root.append(launcher);
  opened = 0;
  dismissWords.value = 'Dismiss';
  prompt = create();
});

afterEach(() => {
  prompt.dispose();
  host.remove();
});

const NOBODY = { author: '', face: null };

function create(site: PromptParts['site'] = NOBODY): Prompt {
  return createPrompt({
    kit: PROMPT_KIT,
    site,
    root,
    launcher,
    dismissWords: () => dismissWords.value,
    open() {
      opened += 1;
      prompt.setOpen(true);
    },
  });
}

const box = (): HTMLElement => root.querySelector<HTMLElement>('.prompt') ?? document.body;
const find = (name: string): HTMLElement | null => within(box()).queryByRole('button', { name });
const press = (name: string): void => within(box()).getByRole('button', { name }).click();
const region = (): Element | null => root.querySelector('[aria-live]');

describe('prompt', () => {
  it('the text is shown beside the launcher; a click on it opens the chat and removes it', () => {
    const text = fresh();
    prompt.show(text);
    expect(find(text)?.getAttribute('aria-haspopup')).toBe('dialog');
    // The bubble stands on the launcher's side. A style rule can know it only for an element after the launcher.
    expect(launcher.compareDocumentPosition(box())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    press(text);
    expect(opened).toBe(1);
    expect(find(text)).toBeNull();
  });

  it('a site with a name and a picture shows them with its invitation', () => {
    prompt.dispose();
    prompt = create({ author: 'Acme', face: 'https://acme.example/face.png' });
    const text = fresh();
    prompt.show(text);
    expect(within(box()).getByRole('button', { name: `Acme${text}` })).toBeTruthy();
    expect(box().querySelector('img')?.src).toBe('https://acme.example/face.png');
  });

  it('another text replaces it, and the empty one removes it', () => {
    const [first, second] = [fresh(), fresh()];
    prompt.show(first);
    prompt.show(second);
    expect(find(first)).toBeNull();
    expect(find(second)).not.toBeNull();
    for (const empty of ['', '  ', undefined as unknown as string, null as unknown as string]) {
      prompt.show(empty);
      expect(within(box()).queryAllByRole('button')).toEqual([]);
      expect(box().textContent).toBe('');
      prompt.show(second);
    }
  });

  it('the button gets its name when the words load later', () => {
    prompt.show(fresh());
    dismissWords.value = 'Ausblenden';
    expect(find('Dismiss')).toBeNull();
    expect(find('Ausblenden')).not.toBeNull();
  });

  it('a dismissed prompt stays away on this page, and another text does not', () => {
    const text = fresh();
    prompt.show(text);
    press('Dismiss');
    expect(opened).toBe(0);
    prompt.show(text);
    prompt.show(`  ${text} `);
    expect(find(text)).toBeNull();
    // A new widget on the same page.
    prompt.dispose();
    prompt = create();
    prompt.show(text);
    expect(find(text)).toBeNull();
    const other = fresh();
    prompt.show(other);
    expect(find(other)).not.toBeNull();
  });

  it('a dismissed text removes the one that is shown', () => {
    const [first, second] = [fresh(), fresh()];
    prompt.show(first);
    press('Dismiss');
    prompt.show(second);
    prompt.show(first);
    expect(within(box()).queryAllByRole('button')).toEqual([]);
  });

  it('Escape dismisses, without reaching the page, and the focus goes to the launcher', () => {
    const text = fresh();
    const heard: string[] = [];
    const listen = (event: KeyboardEvent) => void heard.push(event.key);
    document.addEventListener('keydown', listen);
    prompt.show(text);
    find('Dismiss')?.focus();
    const tab = new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, composed: true, cancelable: true });
    expect(find('Dismiss')?.dispatchEvent(tab)).toBe(true);
    find('Dismiss')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }));
    document.removeEventListener('keydown', listen);
    expect(find(text)).toBeNull();
    expect(heard).toEqual(['Tab']);
    expect(root.activeElement).toBe(launcher);
  });

  it('a focus elsewhere on the page is left there', () => {
    const input = document.body.appendChild(document.createElement('input'));
    prompt.show(fresh());
    input.focus();
    press('Dismiss');
    expect(document.activeElement).toBe(input);
    input.remove();
  });

  it('opening the panel removes it for good, and none is shown beside an open panel', () => {
    const [first, second] = [fresh(), fresh()];
    prompt.show(first);
    prompt.setOpen(true);
    prompt.show(second);
    prompt.setOpen(false);
    expect(find(first)).toBeNull();
    expect(find(second)).toBeNull();
    prompt.show(second);
    expect(find(second)).not.toBeNull();
  });

  it('the prompt is text and nothing else', () => {
    const text = `<img src=x onerror=alert(1)> & <b>bold</b> ${fresh()}`;
    prompt.show(text);
    expect(find(text)?.textContent).toBe(text);
    expect(root.querySelectorAll('img, b')).toHaveLength(0);
  });

  it('at most 300 letters are shown, and none is cut in half', () => {
    prompt.show('x'.repeat(300));
    expect(find('x'.repeat(300))).not.toBeNull();
    for (const letter of ['y', '😀']) {
      prompt.show(letter.repeat(100_000));
      const shown = region()?.textContent ?? '';
      expect([...shown]).toHaveLength(300);
      expect(shown).toBe(`${letter.repeat(299)}…`);
    }
  });

  it('the prompt is read out politely, once, without its button, in a region that was there before', () => {
    const text = fresh();
    const before = region();
    expect(before?.getAttribute('aria-live')).toBe('polite');
    prompt.show(text);
    expect(region()).toBe(before);
    expect(before?.getAttribute('aria-live')).toBe('polite');
    expect(before?.textContent).toBe(text);
    expect(within(before as HTMLElement).queryByRole('button', { name: 'Dismiss' })).toBeNull();
    prompt.show('');
    prompt.show(text);
    expect(before?.getAttribute('aria-live')).toBe('off');
    prompt.show(fresh());
    expect(before?.getAttribute('aria-live')).toBe('polite');
  });

  it('nothing is left after the bubble is destroyed', () => {
    const before = [...root.children].length;
    prompt.dispose();
    expect(root.querySelector('.prompt')).toBeNull();
    expect([...root.children].filter(each => each !== launcher)).toEqual([]);
    expect(before).toBeGreaterThan(1);
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
    prompt = create();
  });

  it('a reply shows its author and its first 90 letters, and a click on it opens the chat', () => {
    const text = `${fresh()} ${'and so on '.repeat(20)}`;
    prompt.preview({ author: 'Fern', face: null, text });
    const shown = box().querySelector<HTMLElement>('.prompt-text') as HTMLElement;
    expect(shown.querySelector('b')?.textContent).toBe('Fern');
    expect(shown.textContent).toMatch(/^FernQuestions about order \d+ and so on .*…$/);
    expect([...(shown.textContent as string)].length).toBeLessThanOrEqual('Fern'.length + 90);
    expect(region()?.getAttribute('aria-live')).toBe('polite');
    shown.click();
    expect(opened).toBe(1);
    expect(box().querySelector('.prompt-text')).toBeNull();
  });

  it('a dismissed text of a reply may be shown again, and an invitation that replaced a reply stays when that is read', () => {
    const [reply, invitation] = [{ author: 'Fern', face: null, text: fresh() }, fresh()];
    prompt.preview(reply);
    press('Dismiss');
    expect(box().textContent).toBe('');
    prompt.preview(reply);
    expect(box().textContent).toContain(reply.text);
    prompt.show(invitation);
    prompt.endPreview();
    expect(find(invitation)).not.toBeNull();
  });

  it('the picture of an author that cannot be loaded leaves the reply without one', () => {
    prompt.preview({ author: 'Fern', face: 'https://faces.example/fern.png', text: fresh() });
    const face = box().querySelector('img') as HTMLImageElement;
    expect(face.alt).toBe('');
    face.dispatchEvent(new Event('error'));
    expect(box().querySelector('img')).toBeNull();
  });
});
