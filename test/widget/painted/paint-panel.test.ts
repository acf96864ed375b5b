/** The painted panel compared with the one that the application renders from the same elements. */

import { signal } from '@preact/signals-core';
import { describe, expect, it } from 'vitest';
import { languages } from '../../../src/ui/load-languages.ts';
import { paintPanel } from '../../../src/widget/painted/paint-panel.ts';
import { placeholderFor } from '../../../src/widget/painted/placeholder.ts';
import { SETTINGS } from '../../ui/fixtures/fake-chat.ts';
import { renderChat } from '../../ui/fixtures/render-chat.ts';
import '../fixtures/constructed-sheets.ts';

const nothing = (): void => {};
const paint = (source: object): HTMLElement => {
  const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
  return paintPanel(root, { source: { ...source }, open: nothing, close: nothing, send: nothing, retry: nothing })
    .container;
};

/** The path from the root to the field, each element with its name and its part. */
function wayTo(field: Element | null): string[] {
  const way: string[] = [];
  for (let each = field; each && !each.matches('.root, div:not([class])'); each = each.parentElement) {
    const alike = [...(each.parentElement?.children ?? [])].filter(one => one.localName === each?.localName);
    way.unshift(`${each.localName}[${each.getAttribute('part') ?? each.className}] ${alike.indexOf(each)}`);
  }
  return way;
}

describe('the painted panel', () => {
  it.each(['floating', 'inline', 'fullscreen'] as const)(
    'the painted panel has the same elements around the field as the rendered one: %s',
    mode => {
      const painted = paint({ title: SETTINGS.title, renderMode: mode, position: 'right' });
      const settings = signal({ ...SETTINGS, mode });
      const { container } = renderChat({ messages: [] }, { settings });
      const way = wayTo(painted.querySelector('textarea'));
      expect(way).toHaveLength(5);
      expect(way).toEqual(wayTo(container.querySelector('textarea')));
    },
  );

  it('the painted field has the words of the catalogues', async () => {
    const found: string[] = [];
    for (const tag of languages.tags) {
      const { words } = await languages.load(tag, 0);
      if (tag !== 'zh-hant' && placeholderFor(tag).words !== words.placeholder) found.push(tag);
    }
    expect(found).toEqual([]);
    expect(placeholderFor('tlh').tag).toBe('en');
  });

  it.each([{ consent: 'required' }, { preChat: [{ name: 'name', label: 'Name' }] }])(
    'before %o it has no field',
    source => {
      expect(paint(source).querySelector('textarea')).toBeNull();
    },
  );
});
