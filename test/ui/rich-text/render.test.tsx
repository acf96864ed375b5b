// @vitest-environment jsdom
/** Rendered text as a reader sees, hears and uses it. */

import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copiedText, plainText } from '../../../src/ui/rich-text/plain-text.ts';
import { createStage } from './fixtures/render-text.tsx';
import { SAMPLES } from './fixtures/samples.ts';

let stage = createStage();
beforeEach(() => {
  stage.remove();
  stage = createStage();
});
afterEach(() => stage.remove());

const html = () => stage.root.innerHTML;

describe('a text on the page', () => {
  it('lists are lists, quotes are quotes, and headings are below the level of the panel’s title', () => {
    stage.show('# Title\n\n- a\n  1. b\n\n3. c\n\n> q\n\n---');
    expect(screen.getAllByRole('list').map(list => list.localName)).toEqual(['ul', 'ol', 'ol']);
    expect(stage.root.querySelector('ol[start="3"] > li')?.textContent).toBe('c');
    expect(stage.root.querySelector('blockquote[part=quote]')?.textContent).toBe('q');
    expect(screen.getByRole('separator')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 3, name: 'Title' })).toBeTruthy();
    expect(screen.getByText('Title').localName).toBe('strong');
  });

  it.each(['---', '```', '#', '>', '-', '1.', '***\n\n***', '# \n>'])(
    '%j, marks without content, is shown as written',
    text => {
      stage.show(text);
      expect(stage.root.textContent).toBe(text);
      expect([plainText(text), copiedText(text)]).toEqual([text, text]);
      expect(stage.root.querySelector('hr, pre, strong, blockquote, ul, ol')).toBeNull();
      stage.show(`${text}\n\nwords`);
      expect(stage.root.textContent).not.toContain(text);
    },
  );

  it.each(['**', '### ', '- ', '1. ', '`', '| ', '[Ord', ''])('the dots stay after %j until there is a word', text => {
    stage.show(text, { growing: true });
    expect([stage.root.textContent, stage.root.querySelectorAll('.dots').length]).toEqual(['', 1]);
    stage.show(`${text} words `, { growing: true });
    expect(stage.root.querySelectorAll('.dots').length).toBe(0);
  });

  it.each(['<b> </b><br>', '<code></code>', '&#8203;', '<p> </p>&nbsp;'])(
    '%j, tags without content, shows nothing',
    text => {
      stage.show(text);
      expect(stage.root.textContent).toBe('');
    },
  );

  it('no element of a long text is replaced while it grows, nor when it is complete', () => {
    const section = (number: number) => `## Part ${number}\n\nWords.\n\n\`\`\`\ncode ${number}\n\`\`\`\n\n`;
    let text = '';
    const seen = new Map<string, globalThis.Element>();
    const look = () => {
      for (const each of stage.root.querySelectorAll('.heading, pre')) seen.set(each.textContent ?? '', each);
    };
    for (let number = 0; number < 20; number += 1) {
      text += section(number);
      stage.show(text, { growing: true });
      look();
    }
    const before = new Map(seen);
    stage.root.querySelectorAll('button').item(8).focus();
    stage.show(`${text}The end.`, { growing: true });
    stage.show(`${text}The end.`);
    look();
    expect(before.size).toBe(40);
    for (const [words, element] of before) expect([words, seen.get(words) === element]).toEqual([words, true]);
    expect(document.activeElement).toBe(stage.root.querySelectorAll('button').item(8));
  });

  it('tables have heads for their columns', () => {
    stage.show('| a | b |\n|---|--:|\n| 1 | 2 |');
    expect(screen.getAllByRole('columnheader').map(head => head.getAttribute('scope'))).toEqual(['col', 'col']);
    expect(screen.getAllByRole('cell').map(cell => cell.getAttribute('align'))).toEqual([null, 'right']);
  });

  it('items with a checkbox have one, ticked or not, which cannot be pressed', () => {
    stage.show('- [x] Form\n- [ ] Card');
    const boxes = screen.getAllByRole<HTMLElement>('checkbox');
    expect(boxes.map(box => [box.ariaChecked, box.ariaDisabled, box.tabIndex])).toEqual([
      ['true', 'true', -1],
      ['false', 'true', -1],
    ]);
    expect(screen.getAllByRole('listitem').map(item => item.textContent)).toEqual(['☑ Form', '☐ Card']);
  });

  it('the groups of a number stay in order, in words, items, cells and links, once they are written', () => {
    const number = '+49 30 1234567';
    stage.show(`اتصل ${number}\n\n- **${number}**\n\n| هاتف |\n|---|\n| ${number} |\n\n[${number}](tel:+49301234567)`);
    const kept = [...stage.root.querySelectorAll('bdi[dir=ltr]')];
    expect(kept.map(each => each.textContent)).toEqual([number, number, number, number]);
    expect(kept.map(each => each.closest('li, td, a, .text, div')?.localName)).toEqual(['div', 'li', 'td', 'a']);
  });

  it('each block has the direction of its words', () => {
    stage.show('one\n\nثلاثة\n\n- x\n\n> y\n\n# z\n\n| t |\n|---|');
    const blocks = [...stage.root.querySelectorAll(':scope > :is(p, h3, ul, blockquote), table')];
    const told = blocks.map(block => `${block.localName} ${block.getAttribute('dir')}`);
    expect(told).toEqual(['p auto', 'p auto', 'ul auto', 'blockquote auto', 'h3 auto', 'table auto']);
  });

  it('a link is reported to the page before it is followed, and opens in a new tab', () => {
    stage.show('[docs](https://acme.example/a) and help@acme.example');
    const link = screen.getByRole('link', { name: 'docs' });
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
    stage.chat.onLink = ({ preventDefault }) => preventDefault();
    expect(fireEvent.click(link)).toBe(false);
    expect(stage.chat.emitted.map(each => each.name)).toEqual(['link']);
    expect(stage.root.textContent).toBe('docs and help@acme.example');
    // The middle button opens a link as well, the right one does not.
    for (const button of [1, 2]) fireEvent(link, new MouseEvent('auxclick', { button, bubbles: true }));
    expect(stage.chat.emitted).toHaveLength(2);
  });
});

describe('pictures', () => {
  const TEXT = '![a cat](https://img.example/c.png)';

  it('pictures become links with their words, unless the site allows their origin', () => {
    stage.show(TEXT, { imageOrigins: ['https://other.example'] });
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByRole('link', { name: 'a cat' }).getAttribute('href')).toBe('https://img.example/c.png');
    stage.show(`[${TEXT}](https://acme.example/)`);
    expect(screen.getByRole('link', { name: 'a cat' }).getAttribute('href')).toBe('https://acme.example/');
  });

  it('pictures load lazily, without a referrer, and leave their words if they fail', () => {
    stage.show(TEXT, { imageOrigins: ['https://img.example'] });
    const picture = screen.getByRole('img', { name: 'a cat' });
    expect([picture.getAttribute('loading'), picture.getAttribute('referrerpolicy')]).toEqual(['lazy', 'no-referrer']);
    fireEvent.error(picture);
    return waitFor(() => {
      expect(screen.queryByRole('img')).toBeNull();
      expect(stage.root.textContent).toBe('a cat');
    });
  });
});

describe('code', () => {
  const clipboard = (writeText: (text: string) => Promise<void>) =>
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });

  it('code is copied by a button that says so, until it loses the focus', async () => {
    let copied = '';
    clipboard(async text => {
      copied = text;
    });
    stage.show('```js\nconst a = 1;\n\n  b();\n```');
    const button = screen.getByRole('button', { name: 'Copy' });
    // Screen readers that go line by line would stop at an empty one.
    expect(screen.queryByRole('status')).toBeNull();
    fireEvent.click(button);
    await waitFor(() => expect(button.textContent).toBe('Copied'));
    expect(copied).toBe('const a = 1;\n\n  b();');
    expect(screen.getByRole('status').textContent).toBe('Copied');
    fireEvent.blur(button);
    await waitFor(() => expect(button.textContent).toBe('Copy'));
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('the button says if copying failed', async () => {
    clipboard(() => Promise.reject(new Error('denied')));
    stage.show('```\nx\n```');
    fireEvent.click(screen.getByRole('button'));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe("Couldn't copy"));
  });

  it('code keeps every line, however long', () => {
    const code = Array.from({ length: 100 }, (_, line) => `line ${line} ${'\t'.repeat(line % 3)}`.trimEnd()).join('\n');
    stage.show(`\`\`\`\n${code}\n\`\`\``);
    expect(stage.root.querySelector('pre')?.textContent).toBe(code);
  });
});

describe('a text that grows on the page', () => {
  it('closed blocks are never touched', async () => {
    const whole = SAMPLES.filter(each => !each.startsWith('<')).join('\n\n');
    let touched: MutationRecord[] = [];
    const observer = new MutationObserver(records => touched.push(...records));
    for (let end = 1; end <= whole.length; end += 3) {
      const closed = [...stage.root.children].slice(0, -2);
      stage.show(whole.slice(0, end), { growing: true });
      touched = [...touched, ...observer.takeRecords()];
      expect(touched.filter(({ target }) => closed.some(block => block.contains(target)))).toEqual([]);
      touched = [];
      observer.observe(stage.root, { subtree: true, childList: true, characterData: true, attributes: true });
    }
    observer.disconnect();
  });

  it.each(SAMPLES)('a streamed text ends as if it had arrived at once: %j', whole => {
    stage.show(whole);
    const expected = html();
    stage.clear();
    for (let end = 1; end <= whole.length; end += 2) stage.show(whole.slice(0, end), { growing: true });
    stage.show(whole);
    expect(html()).toBe(expected);
  });
});
