/** The launcher's name: a visitor who cannot see the badge hears its number. */

import { signal } from '@preact/signals-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPanelLanguage } from '../../../src/ui/i18n/panel-language.ts';
import { languages } from '../../../src/ui/load-languages.ts';
import { attachLauncher, tellAway } from '../../../src/widget/launcher/connect-launcher.ts';
import { createLauncher } from '../../../src/widget/launcher/launcher.ts';
import { createFakeChat, ONLINE, SETTINGS } from '../../ui/fixtures/fake-chat.ts';
import '../fixtures/constructed-sheets.ts';
import { settingsWith } from '../fixtures/quiet-chat.ts';

const undos: (() => void)[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const undo of undos.splice(0)) undo();
});

function launch(locale = 'en-GB') {
  const chat = createFakeChat({ open: false });
  const host = document.body.appendChild(document.createElement('div'));
  const root = host.attachShadow({ mode: 'open' });
  const speech = createPanelLanguage({
    languages,
    settings: signal({ ...SETTINGS, locale }),
    conversation: () => null,
    warn() {},
  });
  const launcher = createLauncher(root, settingsWith());
  undos.push(tellAway(launcher.element, chat, () => speech.language.value.t));
  undos.push(attachLauncher(launcher, chat, speech, root, host), speech.stop, () => host.remove());
  return { chat, speech, button: launcher.element };
}

describe('the name of the launcher', () => {
  it('the name is an attribute, even in a DOM that reflects no properties', () => {
    for (const name of ['ariaLabel', 'ariaExpanded', 'ariaHasPopup'] as const)
      vi.spyOn(Element.prototype, name, 'set').mockImplementation(() => {});
    const { button } = launch();
    const of = (...names: string[]) => names.map(name => button.getAttribute(name));
    expect(of('aria-label', 'aria-haspopup', 'aria-expanded', 'part')).toEqual([
      'Open chat',
      'dialog',
      'false',
      'launcher',
    ]);
  });

  it('the name of the launcher ends with the number of new messages', () => {
    const { chat, button } = launch();
    expect(button.ariaLabel).toBe('Open chat');
    chat.set({ unread: 1 });
    expect(button.ariaLabel).toBe('Open chat, 1 new message');
    chat.set({ unread: 3 });
    expect(button.ariaLabel).toBe('Open chat, 3 new messages');
    expect(button.textContent).toBe('3');
    chat.set({ unread: 12 });
    expect(button.ariaLabel).toBe('Open chat, 12 new messages');
    // An open panel is seen as soon as the page is, so its messages do not count as new.
    chat.set({ open: true });
    expect([button.ariaLabel, button.textContent]).toEqual(['Close chat', '']);
    chat.set({ unread: 0 });
    expect(button.ariaLabel).toBe('Close chat');
  });

  it('the number is named once, in the language of the panel', async () => {
    const { chat, speech, button } = launch('de');
    expect(button.lang).toBe('en');
    chat.set({ unread: 2 });
    await vi.waitFor(() => expect(speech.language.value.tag).toBe('de'));
    expect(button.ariaLabel).toBe('Chat öffnen, 2 neue Nachrichten');
    expect(button.lang).toBe('de');
    expect(button.hasAttribute('aria-describedby')).toBe(false);
  });

  it.each([
    ['offline', 'Offline'],
    ['failed', 'Not connected'],
  ] as const)(
    'a chat that is %s describes its launcher as %j, with a dot, and its name says what a click does',
    (status, words) => {
      const { chat, button } = launch();
      expect(button.hasAttribute('aria-description')).toBe(false);
      chat.set({ connection: { ...ONLINE, status } });
      expect(button.getAttribute('aria-description')).toBe(words);
      expect(button.hasAttribute('data-away')).toBe(true);
      expect(button.ariaLabel).toBe('Open chat');
      chat.set({ connection: ONLINE });
      expect(button.hasAttribute('aria-description')).toBe(false);
      expect(button.hasAttribute('data-away')).toBe(false);
    },
  );

  it.each(['reconnecting', 'connecting', 'idle', 'ended'] as const)('%s is not shown at the launcher', status => {
    const { chat, button } = launch();
    chat.set({ connection: { ...ONLINE, status } });
    expect(button.hasAttribute('data-away')).toBe(false);
  });
});
