// @vitest-environment jsdom
/** Hostile texts through the real components, whole and character by character: only a short list of elements may appear on the page. */

import { afterAll, describe, expect, it } from 'vitest';
import { HOSTILE, HUGE } from './fixtures/hostile-inputs.ts';
import { createStage } from './fixtures/render-text.tsx';

const ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  p: ['dir', 'class'],
  bdi: ['dir'],
  strong: [],
  em: [],
  del: [],
  code: ['translate'],
  pre: ['translate'],
  ul: ['dir'],
  ol: ['dir', 'start'],
  li: [],
  blockquote: ['dir', 'part'],
  hr: ['dir'],
  br: [],
  a: ['href', 'target', 'rel', 'class', 'part', 'aria-description'],
  div: ['class', 'dir', 'part'],
  span: ['class', 'role', 'aria-hidden', 'aria-checked', 'aria-disabled'],
  button: ['type', 'class', 'part'],
  table: ['part', 'dir', 'style'],
  thead: [],
  tbody: [],
  tr: [],
  th: ['scope', 'align'],
  td: ['align'],
  i: [],
  svg: ['class', 'viewBox', 'aria-hidden'],
  path: ['d'],
};

const CLASSES = new Set([
  'heading',
  'link',
  'code',
  'scroller',
  'settle',
  'visually-hidden',
  'copy',
  'dots',
  'task',
  'icon-done',
  'group',
  'group settled',
]);

/** Everything on the page that must not be there. */
function wrongs(root: Element): readonly string[] {
  const found: string[] = [];
  for (const element of root.querySelectorAll('*')) {
    const allowed = ELEMENTS[element.localName];
    if (!allowed) found.push(element.localName);
    for (const { name, value } of element.attributes) {
      if (!allowed?.includes(name)) found.push(`${element.localName}@${name}`);
      if (name === 'href' && !safe(value)) found.push(value);
      if (name === 'translate' && value !== 'no') found.push(`translate ${value}`);
      if (name === 'style' && !/^--n-columns: \d+;$/.test(value)) found.push(`style ${value}`);
      if (name === 'class' && !CLASSES.has(value)) found.push(`class ${value}`);
    }
    if (element.localName === 'a' && element.querySelector('a')) found.push('a in a');
  }
  if (/[\u202a-\u202e\u2066-\u2069\0]/.test(root.textContent ?? '')) found.push('controls');
  return found;
}

function safe(href: string): boolean {
  const { protocol, username, password } = new URL(href);
  return /^(?:https?|mailto|tel|sms):$/.test(protocol) && !username && !password;
}

describe('hostile texts', () => {
  const stage = createStage();
  afterAll(() => stage.remove());

  it('the list of hostile texts is long', () => {
    expect(new Set(HOSTILE).size).toBeGreaterThan(500);
  });

  it.each(HOSTILE)('%j is harmless', text => {
    stage.clear();
    stage.show(text);
    expect(wrongs(stage.root)).toEqual([]);
    const whole = stage.root.textContent;
    stage.clear();
    const step = Math.max(1, Math.floor(text.length / 300));
    for (let end = 1; end <= text.length; end += step) {
      stage.show(text.slice(0, end), { growing: true });
      const found = wrongs(stage.root);
      if (found.length > 0) expect(found, text.slice(0, end)).toEqual([]);
    }
    stage.show(text);
    expect(wrongs(stage.root)).toEqual([]);
    expect(stage.root.textContent).toBe(whole);
  });

  it.each(HUGE.map(text => [text.slice(0, 12), text] as const))('a long row of %j is harmless', (_, text) => {
    stage.clear();
    for (let end = 0; end <= text.length; end += Math.ceil(text.length / 20))
      stage.show(text.slice(0, end), { growing: true });
    stage.show(text);
    expect(wrongs(stage.root)).toEqual([]);
  });
});
