// @vitest-environment jsdom
/** Settings of the first screen as sites write them, right and wrong. */

import { describe, expect, it } from 'vitest';
import type { HomeSettings } from '../../../src/ui/context/home-settings.ts';
import { readHome } from '../../../src/ui/home/read-home.ts';
import { safeHref } from '../../../src/ui/links/safe-url.ts';

const read = (given: object) =>
  readHome({ starters: undefined, hours: undefined, links: undefined, ...(given as Partial<HomeSettings>) }, safeHref);

describe('settings of the first screen', () => {
  it('starters are texts, or labels with a text', () => {
    const { starters, faults } = read({ starters: ['Hello', { label: 'Repair', text: 'Mend my chair, please.' }] });
    expect(starters).toEqual([
      { label: 'Hello', text: 'Hello' },
      { label: 'Repair', text: 'Mend my chair, please.' },
    ]);
    expect(faults).toEqual([]);
  });

  it('twenty starters are the first five, with one warning', () => {
    const { starters, faults } = read({ starters: Array.from({ length: 20 }, (_, place) => `Number ${place}`) });
    expect(starters.map(({ text }) => text)).toEqual(['Number 0', 'Number 1', 'Number 2', 'Number 3', 'Number 4']);
    expect(faults).toEqual(['"starters": there are 20; the first 5 are shown.']);
  });

  it('a starter of 300 characters has a shorter label and is sent whole', () => {
    const text = 'word '.repeat(60).trim();
    const { starters, faults } = read({ starters: [text] });
    expect(starters[0]?.text).toBe(text);
    expect(starters[0]?.label).toMatch(/^word .+…$/);
    expect(starters[0]?.label.length).toBeLessThanOrEqual(81);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^"starters": labels over 80 characters are cut/);
  });

  it.each([
    [[7, null, '', ' ', {}, { label: 'x' }, { text: 'y' }, { label: 1, text: 'z' }, 'Hello']],
    [['Hello', Object.create(null)]],
  ])('invalid starters are omitted: %#', list => {
    const { starters, faults } = read({ starters: list });
    expect(starters).toEqual([{ label: 'Hello', text: 'Hello' }]);
    expect(faults).toEqual(['"starters": each is a text, or { label, text }; others are left out.']);
  });

  it('links with forbidden schemes are omitted, and the others stay', () => {
    const urls = [
      ...[
        'javascript:alert(1)',
        'data:text/html,x',
        'http://example.com/',
        'mailto:a@example.com',
        'https://a:b@example.com/',
      ],
      ...['', 'https://', null, 5],
    ];
    const { links, faults } = read({
      links: [
        ...urls.map(url => ({ label: 'Wrong', url })),
        'https://example.com',
        { label: '', url: 'https://example.com' },
        { label: 'Help', url: 'https://example.com/help' },
        { label: 'Here', url: '/help' },
        { label: 'There', url: new URL('https://example.com/there') },
      ],
    });
    expect(links).toEqual([
      { label: 'Help', href: 'https://example.com/help' },
      { label: 'Here', href: `${location.origin}/help` },
      { label: 'There', href: 'https://example.com/there' },
    ]);
    expect(faults).toEqual(['"links": each needs a label and an https address; others are left out.']);
  });

  it('hours with a wrong zone leave the rest as it is', () => {
    const { hours, starters, faults } = read({ starters: ['Hello'], hours: { zone: 'Europe/Atlantis', week: {} } });
    expect(hours).toBeNull();
    expect(starters).toHaveLength(1);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^"hours": there is no time zone "Europe\/Atlantis"/);
  });

  it('values that are not lists count as empty and are named', () => {
    const { starters, links, faults } = read({ starters: { a: 1 }, links: { b: 2 } });
    expect([starters, links]).toEqual([[], []]);
    expect(faults).toEqual(['"starters": it must be a list.', '"links": it must be a list.']);
  });
});
