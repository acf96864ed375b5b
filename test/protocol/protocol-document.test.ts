/** docs/PROTOCOL.md against the code: neither may contain anything that the other lacks. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MAX_LIST_ITEMS, MAX_MESSAGE_BYTES, MAX_SOCKETS_PER_SESSION } from '../../src/protocol/limits.ts';
import { CATALOGUE } from '../../src/protocol/system-messages.ts';
import { ROWS } from './fixtures/wire-rows.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../docs/PROTOCOL.md'), 'utf8');
const HEADINGS = [...DOCUMENT.matchAll(/^### (.+)$/gm)].flatMap(([, title = '']) => title.split(', '));

it('the document has a heading for every event that the code knows', () => {
  for (const { body } of ROWS) expect(HEADINGS.map(title => title.replace(/ \(echo\)$/, ''))).toContain(body.type);
  expect(HEADINGS).toEqual(expect.arrayContaining(['EVENT_BATCH', 'USER_TYPING', 'Reserved']));
});

it('the document has a row for every kind of error, with the beginning of its text', () => {
  for (const { kind, pattern } of CATALOGUE) {
    const row = DOCUMENT.split('\n').find(line => line.startsWith('|') && line.includes(`\`${kind}\``));
    expect(row?.toLowerCase()).toContain(pattern);
  }
});

it('the document names the limits of the code', () => {
  for (const limit of [MAX_MESSAGE_BYTES, MAX_LIST_ITEMS, MAX_SOCKETS_PER_SESSION])
    expect(DOCUMENT).toContain(`${limit}`);
});

it('every link inside the document leads to a heading', () => {
  const anchors = [...DOCUMENT.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  );
  const links = [...DOCUMENT.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor);
  expect(links.length).toBeGreaterThan(10);
  for (const link of links) expect(anchors).toContain(link);
});
