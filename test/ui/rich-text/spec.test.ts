/**
 * Our parser against the examples of the CommonMark specification (0.31) and the trees of a reference parser. Every example with another
 * result is listed with the reason; a listed example with the same result fails, too.
 */

import { tests } from 'commonmark-spec';
import { describe, expect, it } from 'vitest';
import { parse } from '../../../src/ui/rich-text/parse-blocks.ts';
import { DEVIATIONS } from './fixtures/deviations.ts';
import { commonMark, gitHub, joined, show } from './fixtures/reference.ts';

/** Adds a scheme to the examples' addresses: most are relative, which for us are no links. */
const schemed = (text: string): string => text.replaceAll(/(\]\(\s*<?)\//g, '$1https:/a.example/');

const EXAMPLES = tests.map(({ markdown, number, section }) => ({
  number,
  section,
  text: schemed(markdown.replaceAll('→', '\t')),
}));
const REASONS = new Map(DEVIATIONS.flatMap(([reason, numbers]) => numbers.map(number => [number, reason] as const)));

const ours = (text: string): string => show(joined(parse(text)));

describe('CommonMark', () => {
  const alike = EXAMPLES.filter(({ number }) => !REASONS.has(number));
  const unlike = EXAMPLES.filter(({ number }) => REASONS.has(number));

  it('all examples are present', () => {
    expect(EXAMPLES.length).toBeGreaterThan(640);
    expect(alike.length).toBeGreaterThan(400);
    expect(unlike.length).toBe(DEVIATIONS.flatMap(([, numbers]) => numbers).length);
  });

  it.each(alike)('example $number, $section, is read as the reference reads it', ({ text }) => {
    expect(ours(text)).toBe(show(commonMark(text)));
  });

  it.each(unlike)('example $number, $section, still differs', ({ text }) => {
    expect(ours(text)).not.toBe(show(commonMark(text)));
  });
});

describe('GitHub’s additions', () => {
  it.each([
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '| a | b | c | d |\n|:--|:-:|--:|---|\n| **1** | `2` | [3](https://a.example/) | 4 |',
    'a | b\n--|--\n1 | 2',
    '| a |\n|---|\n| 1 |\n| 2 |\n\nend',
    'Before\n| a | b |\n|---|---|\n| 1 | 2 |\n> quote',
    '| a \\| b | c |\n|---|---|\n| 1 | `x \\| y` |',
    'a | b\n---|---|---\n1 | 2',
    '| a |\n| - |\n- item',
    'a |\n- |\nno bars',
    '- | a | b |\n  |---|---|\n  | 1 | 2 |\n- x',
    '> | a | b |\n> |---|---|\n> | 1 | 2 |',
    '~~gone~~ and **~~both~~**',
    'a ~~b *c* d~~ e',
    '~~~~four~~~~ or ~~ none ~~',
    '- [x] Form\n- [ ] Card, **and**\n  - [X] [link](https://a.example/)\n- [x]none\n- [] none\n- [y] none\n- none [ ]\n- [ ]',
    '1. [x] Unplug\n2. [ ] Wait\n\n   [ ] none\n\n[ ] none',
    'https://acme.example/a?b=1#c and www.acme.example, http://a.example.',
    '(see https://a.example/x_(y)) and https://a.example/z)',
    '**https://a.example/** _http://b.example/c_ ~~https://c.example~~',
    'Write to help+me@acme.co.uk, or a.b@c.example!',
    '[https://a.example](https://a.example/b) `https://c.example`',
  ])('%j is read as the reference reads it', text => {
    // The reference takes an address without a scheme for http.
    const theirs = show(gitHub(text)).replaceAll('"http://www.', '"https://www.');
    expect(ours(text)).toBe(theirs);
  });
});
