// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { createTabList } from '../../../src/demo/bench/tab-list.ts';
import { press } from '../fixtures/bench-page.ts';

beforeEach(() => document.body.replaceChildren());

describe('tabs', () => {
  const place = () => {
    const [one, two, three] = ['one', 'two', 'three'].map(text => document.createElement(text === 'one' ? 'div' : 'p'));
    if (!one || !two || !three) throw new Error('three parts');
    document.body.append(...createTabList('Parts', { One: one, Two: two, Three: three }));
    return [one, two, three];
  };
  const tabs = () => [...document.querySelectorAll<HTMLElement>('[role=tab]')];
  const key = (name: string) =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));

  it('one part is there at a time, named by its tab', async () => {
    const parts = place();
    expect(parts.map(each => each.hidden)).toEqual([false, true, true]);
    await press('Two');
    expect(parts.map(each => each.hidden)).toEqual([true, false, true]);
    expect(parts[1]?.getAttribute('aria-labelledby')).toBe(tabs()[1]?.id);
    expect(tabs().map(each => each.getAttribute('aria-selected'))).toEqual(['false', 'true', 'false']);
  });

  it('arrow keys go around; only the chosen tab is a stop of the Tab key', () => {
    const parts = place();
    tabs()[0]?.focus();
    key('ArrowLeft');
    expect(document.activeElement).toBe(tabs()[2]);
    key('ArrowRight');
    key('ArrowRight');
    expect(parts.map(each => each.hidden)).toEqual([true, false, true]);
    expect(tabs().map(each => each.tabIndex)).toEqual([-1, 0, -1]);
  });
});
