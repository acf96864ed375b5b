/** docs/spec and the tests name the same rules: a rule without a test is only a promise, and an id without its rule explains nothing. */

import { describe, expect, it } from 'vitest';
import { rules, titles, titlesIn } from './rules.mjs';

const IDS = rules().map(({ id }) => id);
const TITLES = titles();
const CITED = new Set(TITLES.flatMap(({ ids }) => ids));

/** First words of a title without a subject of its own, such as "is told once" or "nor a message". */
const NO_SUBJECT =
  /^(?:it|its|they|them|he|she|this|that|these|those|does|is|isn't|are|nor|but|and|so|likewise|then|also|neither|or|of|as|where|wherever|which|what|who|whoever|whose|whatever)\b/i;

describe('the specification', () => {
  it('gives each rule an id of its own', () => {
    expect(IDS.length).toBeGreaterThan(200);
    expect(IDS.filter((id, index) => IDS.indexOf(id) !== index)).toEqual([]);
  });

  it('says each rule in at most 200 characters', () => {
    expect(rules().filter(({ text }) => text.length > 200)).toEqual([]);
  });

  it('has a test for each rule', () => {
    expect(IDS.filter(id => !CITED.has(id))).toEqual([]);
  });

  it('has each rule that a test cites', () => {
    expect([...CITED].filter(id => !IDS.includes(id))).toEqual([]);
  });
});

describe('the titles of tests', () => {
  it('begin with a subject of their own', () => {
    expect(TITLES.length).toBeGreaterThan(3_000);
    expect(TITLES.flatMap(({ file, text }) => (NO_SUBJECT.test(text) ? `${file}: ${text}` : []))).toEqual([]);
  });

  it('titles are found in calls, tables and templates, apart from their ids', () => {
    const id = '[D2]';
    const source = `
      describe('a message', () => {
        it('${id} is sent', () => {});
        it.each([1])('[D1, D3, M20] waits %i', () => {});
        test.skip(\`${id} \${name} waits\`, () => {});
        it('is shown', () => expect('this').toBe('no title'));
      });
      const ROWS = ['${id} of a table'];
    `;
    expect(titlesIn(source)).toEqual([
      { ids: [], text: 'a message' },
      { ids: ['D2'], text: 'is sent' },
      { ids: ['D1', 'D3', 'M20'], text: 'waits %i' },
      { ids: ['D2'], text: `\${name} waits` },
      { ids: [], text: 'is shown' },
      { ids: ['D2'], text: 'of a table' },
    ]);
  });
});
