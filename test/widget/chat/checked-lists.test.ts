/** Lists that a page's `beforeShow` returns: an invalid entry harms neither the message nor the panel. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mount, type Widget } from '../../../src/widget/panel/mount.ts';
import { createFakeChat, message } from '../../ui/fixtures/fake-chat.ts';
import '../fixtures/constructed-sheets.ts';
import { settingsWith, settled } from '../fixtures/quiet-chat.ts';

const CARD = { kind: 'url', title: 'Shop', contentUrl: 'https://acme.example/', previewImageUrl: '', callToAction: '' };

let warnings: string[];
let widget: Widget;
let root: ShadowRoot;

beforeEach(() => {
  warnings = [];
  vi.spyOn(console, 'warn').mockImplementation(line => void warnings.push(`${line}`.replace('[natter] ', '')));
});

afterEach(() => {
  widget.handle.destroy();
  vi.restoreAllMocks();
});

/** The panel with two replies, for which `beforeShow` returns `answer`. */
async function panelWith(answer: unknown): Promise<void> {
  const host = document.body.appendChild(document.createElement('natter-chat') as HTMLElement);
  root = host.attachShadow({ mode: 'open' });
  const chat = createFakeChat();
  widget = mount(settingsWith({ beforeShow: () => answer }), { host, launcher: null }, chat);
  widget.handle.open();
  await settled();
  chat.add(message('agent', 'one'));
  await settled();
  chat.add(message('agent', 'two'));
  await settled();
}

const texts = () => [...root.querySelectorAll('.bubble .text')].map(each => each.textContent);

describe('lists that beforeShow answers', () => {
  it.each<readonly [string, object]>([
    ['attachments', { attachments: [null] }],
    ['attachments', { attachments: [42, CARD] }],
    ['attachments', { attachments: [{}] }],
    ['attachments', { attachments: [{ ...CARD, title: Symbol('x') }] }],
    ['attachments', { attachments: [{ ...CARD, contentUrl: 7 }] }],
    ['attachments', { attachments: 'https://acme.example/a.png' }],
    ['suggestions', { suggestions: [null] }],
    ['suggestions', { suggestions: ['Yes', 'No'] }],
    ['suggestions', { suggestions: [{ text: 5 }] }],
    ['callActions', { callActions: [{}] }],
    ['callActions', { callActions: [{ title: 'Call', number: 5 }] }],
  ])('[O17] %s that cannot be drawn are reported once, and messages stay as they were: %j', async (name, lists) => {
    await panelWith({ text: 'shown', ...lists });
    expect(texts()).toEqual(['one', 'two']);
    expect(warnings).toEqual([
      expect.stringMatching(
        `^handler_failed: "beforeShow" threw: Error: ${name} are a list, and each needs .+ as strings`,
      ),
    ]);
    expect(widget.handle.state.messages).toHaveLength(2);
  });

  it.each([{ text: 'Yes', run() {} }, new Proxy({ text: 'Yes' }, {})])(
    '[O17] a value that cannot be cloned is reported, and the page can read the state: %o',
    async suggestion => {
      await panelWith({ text: 'shown', suggestions: [suggestion] });
      expect(warnings).toEqual([expect.stringContaining('handler_failed: "beforeShow" threw: DataCloneError')]);
      expect(widget.handle.state.messages).toHaveLength(2);
    },
  );

  it('[O17] a valid item is drawn', async () => {
    await panelWith({
      text: 'shown',
      attachments: [CARD],
      suggestions: [{ text: 'Yes' }],
      callActions: [{ title: 'Call us', number: '+49 30 1234567' }],
    });
    expect(warnings).toEqual([]);
    expect(root.querySelector('.card')?.textContent).toContain('Shop');
    expect(root.querySelector('.chip')?.textContent).toBe('Yes');
    expect(root.querySelector('a[href="tel:+49301234567"]')).not.toBeNull();
  });

  it.each([[[]], [null], [undefined]])('[O17] lists may be empty or missing: %j', async none => {
    await panelWith({ text: 'shown', attachments: none, suggestions: none, callActions: none });
    expect(texts()).toEqual(['shown', 'shown']);
    expect(warnings).toEqual([]);
  });

  it.each([Promise.resolve({ text: 'x' }), 'shown', undefined, { text: 4 }])(
    '[O17] a value that is not a message is reported as such: %s',
    async answer => {
      await panelWith(answer);
      expect(texts()).toEqual(['one', 'two']);
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toContain('must answer a message, null or false');
    },
  );
});
