/** The frame around a conversation: menu, consent, rating, other channels, disclaimer. */

import { signal } from '@preact/signals-core';
import { fireEvent, screen, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChatState } from '../../src/client/api/chat-state.ts';
import type { UiSettings } from '../../src/ui/context/ui-settings.ts';
import { ENGLISH } from '../../src/ui/i18n/english.ts';
import { CALLS_ENGLISH, STATUS_ENGLISH } from '../../src/ui/i18n/english-late.ts';
import type { Languages } from '../../src/ui/i18n/panel-language.ts';
import { mark, message, notice, ONLINE, SETTINGS } from './fixtures/fake-chat.ts';
import { type Means, renderChat, settled, unmountAll } from './fixtures/render-chat.ts';

afterEach(() => vi.restoreAllMocks());

const rendered = (state: Partial<ChatState>, own: Partial<UiSettings> = {}, means: Means = {}) =>
  renderChat(state, { settings: signal({ ...SETTINGS, ...own }), ...means });

/** German without words of its own. */
const GERMAN: Languages = {
  tags: ['de'],
  load: async () => ({ words: { ...ENGLISH, ...STATUS_ENGLISH, ...CALLS_ENGLISH } }),
};
const SAID = [message('agent', 'Hello')];
const items = () => screen.getAllByRole(/^menuitem/).map(each => each.textContent);
const openMenu = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'More options' }));
  await settled();
};

describe('wide panel', () => {
  it('a button widens a floating panel and makes it narrow again, and the choice is remembered', async () => {
    const { decided, container } = rendered({ messages: SAID });
    const panel = container.querySelector('[part=panel]');
    const button = screen.getByRole('button', { name: 'Expand chat' });
    fireEvent.click(button);
    await settled();
    expect(decided.value).toEqual({ wide: true });
    expect(panel?.classList.contains('widened')).toBe(true);
    expect(button.getAttribute('aria-label')).toBe('Shrink chat');
    fireEvent.click(button);
    await settled();
    expect(decided.value).toEqual({ wide: false });
    expect(panel?.classList.contains('widened')).toBe(false);
    fireEvent.click(button);
    fireEvent.keyDown(button, { key: 'Escape' });
    expect(panel?.isConnected).toBe(true);
  });

  it.each(['inline', 'fullscreen'] as const)('a panel in the mode %s has no button for its width', mode => {
    rendered({ messages: SAID }, { mode });
    expect(screen.queryByRole('button', { name: 'Expand chat' })).toBeNull();
  });
});

describe('menu', () => {
  it('the menu opens and moves by the arrow keys, Home and End; Tab leaves it', async () => {
    rendered({ messages: SAID });
    const user = userEvent.setup();
    screen.getByRole('button', { name: 'More options' }).focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Download transcript');
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Message sounds');
    await user.keyboard('{End}');
    expect(document.activeElement?.textContent).toBe('End conversation');
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Download transcript');
    await user.keyboard('{ArrowUp}{Home}{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('End conversation');
    await user.keyboard('{Tab}');
    await settled();
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('the question disappears if the conversation has ended meanwhile', async () => {
    const { chat } = rendered({ messages: SAID });
    await openMenu();
    fireEvent.click(screen.getByRole('menuitem', { name: 'End conversation' }));
    await settled();
    expect(screen.getByRole('alertdialog', { name: 'End this conversation?' })).toBeTruthy();
    chat.set({ ended: 'user-end' });
    await settled();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
  });

  it('saves the transcript as a file', async () => {
    const saved: { type: string; name: string }[] = [];
    let made: Blob | undefined;
    URL.revokeObjectURL = () => {};
    URL.createObjectURL = blob => {
      if (blob instanceof Blob) made = blob;
      return 'blob:made';
    };
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ type: made?.type ?? '', name: this.download });
    });
    rendered({ messages: SAID });
    await openMenu();
    fireEvent.click(screen.getByRole('menuitem', { name: 'Download transcript' }));
    expect(saved).toHaveLength(1);
    expect(saved[0]?.type).toContain('text/plain');
    expect(saved[0]?.name).toMatch(/^Acme support .*\.txt$/);
  });

  it('no transcript can be saved before the first message', async () => {
    rendered({});
    await openMenu();
    const save = screen.getByRole('menuitem', { name: 'Download transcript' });
    expect(save.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(save);
    expect(screen.getByRole('menu')).toBeTruthy();
  });

  it('turns the sound on and off; the site says how it begins', async () => {
    const { decided } = rendered({}, { sound: 'on' });
    await openMenu();
    const sound = () => screen.getByRole('menuitemcheckbox', { name: 'Message sounds' });
    expect(sound().getAttribute('aria-checked')).toBe('true');
    expect(decided.value).toEqual({});
    fireEvent.click(sound());
    await settled();
    expect(sound().getAttribute('aria-checked')).toBe('false');
    expect(decided.value).toEqual({ sound: false });
  });

  it('offers the languages of the site that have a catalogue, each by its own name', async () => {
    const languages = { tags: ['de', 'ar'], load: () => new Promise<never>(() => {}) };
    rendered({}, { languages: 'en, de, tlh, ar' }, { languages });
    await openMenu();
    const menu = screen.getByRole('menu', { name: 'More options' });
    fireEvent.click(screen.getByRole('menuitem', { name: 'Language' }));
    await settled();
    // A new menu element: a screen reader whose position was in the removed items starts again there.
    expect(screen.getByRole('menu', { name: 'Language' })).not.toBe(menu);
    expect(items()).toEqual(['English', 'Deutsch', 'العربية']);
    expect(document.activeElement?.textContent).toBe('English');
    expect(document.activeElement?.getAttribute('aria-checked')).toBe('true');
  });

  it.each(['', 'en', 'en, ', 'tlh,xx'])('offers no languages if there is no choice: %j', async languages => {
    rendered({}, { languages });
    await openMenu();
    expect(items()).not.toContain('Language');
  });

  it('links to the privacy policy and the terms, and reports it to the page', async () => {
    const { chat } = rendered({}, { privacyUrl: 'https://example.com/p', termsUrl: 'https://example.com/t' });
    await openMenu();
    const privacy = screen.getByRole('menuitem', { name: 'Privacy policy' });
    expect(privacy.getAttribute('aria-description')).toBe(' (opens in a new tab)');
    expect(privacy.querySelector('.icon-open')).not.toBeNull();
    expect(privacy).toMatchObject({ href: 'https://example.com/p', target: '_blank', rel: 'noopener noreferrer' });
    expect(screen.getByRole('menuitem', { name: 'Terms of use' })).toMatchObject({ href: 'https://example.com/t' });
    chat.onLink = link => link.preventDefault();
    fireEvent.click(privacy);
    expect(chat.emitted).toContainEqual({
      name: 'link',
      detail: expect.objectContaining({ href: 'https://example.com/p' }),
    });
  });
});

describe('consent', () => {
  it('shows its text, its links and two answers, but no menu and no text field', () => {
    rendered(
      {},
      {
        consent: 'required',
        privacyUrl: 'https://example.com/p',
        termsUrl: 'https://example.com/t',
        disclaimer: 'May err.',
      },
    );
    expect(screen.getByRole('heading', { name: 'Before you start' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Privacy policy' })).toMatchObject({ href: 'https://example.com/p' });
    expect(screen.getByRole('link', { name: 'Terms of use' })).toMatchObject({ href: 'https://example.com/t' });
    expect(screen.getByText('May err.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'More options' })).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('the focused element has a name and a description, because some readers read nothing else', () => {
    rendered({}, { consent: 'required' });
    const words = screen.getByRole('group', { name: 'Before you start' });
    expect(words.getAttribute('aria-description')).toMatch(/^We use a chat service to process what you write/);
    expect(words.matches('[tabindex="-1"]')).toBe(true);
  });

  it('omits links that the site has not set', () => {
    const { container } = rendered({}, { consent: 'required' });
    expect([...container.querySelectorAll('p')].filter(each => each.textContent === '')).toEqual([]);
  });

  it('the focus is in the composer after Agree', async () => {
    const { decided, chat } = rendered({}, { consent: 'required', consentVersion: '7' });
    const agree = screen.getByRole('button', { name: 'Agree and start' });
    agree.focus();
    fireEvent.click(agree);
    await settled();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }));
    expect(decided.value.consent?.version).toBe('7');
    expect(chat.emitted).toEqual([{ name: 'consent', detail: decided.value.consent }]);
  });

  it('"Not now" is missing if there is no launcher to open the panel again', () => {
    rendered({}, { consent: 'required', mode: 'inline' });
    expect(screen.getByRole('button', { name: 'Agree and start' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Not now' })).toBeNull();
  });
});

describe('disclaimer', () => {
  it('a disclaimer is below the composer', () => {
    rendered({}, { disclaimer: 'Answers may be wrong.' });
    const box = screen.getByRole('textbox', { name: 'Message' });
    const line = screen.getByText('Answers may be wrong.');
    expect(box.compareDocumentPosition(line)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('a disclaimer links https addresses and leaves the words of all others', async () => {
    const { container, warned } = rendered(
      {},
      {
        disclaimer:
          'Read [how it works](https://example.com/ai), [a](/here), [b](http://example.com), [c](javascript:alert), [d](https://u:p@x.y), [e] (f).',
      },
    );
    await vi.waitFor(() => expect(screen.getByRole('link', { name: 'how it works' })).toBeTruthy());
    const line = container.querySelector('.disclaimer');
    expect(line?.textContent).toBe('Read how it works, a, b, c, d, [e] (f).');
    expect([...(line?.querySelectorAll('a') ?? [])].map(each => each.href)).toEqual(['https://example.com/ai']);
    expect(screen.getByRole('link', { name: 'how it works' })).toMatchObject({ target: '_blank' });
    expect(warned).toEqual([
      'invalid_setting: "disclaimer" links https addresses only. Without a link: /here, http://example.com, javascript:alert, https://u:p@x.y.',
    ]);
  });

  it('a disclaimer is in the language of the panel, else in English, else in the first one that it has', async () => {
    rendered({ language: 'de' }, { disclaimer: { de: 'Kann irren.', en: 'May err.' } }, { languages: GERMAN });
    rendered({ language: 'de' }, { disclaimer: { fr: 'Peut errer.', en: 'Is software.' } }, { languages: GERMAN });
    rendered({ language: 'de' }, { disclaimer: { fr: 'Peut errer.', es: 'Puede errar.' } }, { languages: GERMAN });
    await vi.waitFor(() => expect(screen.getByText('Kann irren.')).toBeTruthy());
    expect(screen.getByText('Is software.')).toBeTruthy();
    expect(screen.getByText('Peut errer.')).toBeTruthy();
  });

  it('a disclaimer goes with the first message of the visitor, if the site says so', async () => {
    const { chat } = rendered(
      { messages: [message('agent', 'Hello')] },
      { disclaimer: 'May err.', disclaimerVisibility: 'until-first-message' },
    );
    await vi.waitFor(() => expect(screen.getByText('May err.')).toBeTruthy());
    chat.add(message('user', 'Hi'));
    await vi.waitFor(() => expect(screen.queryByText('May err.')).toBeNull());
  });

  it('policy links are below the composer, and not in the menu, if the site says so', async () => {
    rendered({}, { privacyUrl: 'https://example.com/p', policyLinks: 'below-input' });
    await vi.waitFor(() =>
      expect(screen.getByRole('link', { name: 'Privacy policy' })).toMatchObject({ href: 'https://example.com/p' }),
    );
    await openMenu();
    expect(screen.queryByRole('menuitem', { name: 'Privacy policy' })).toBeNull();
  });
});

describe('other channels', () => {
  const WAYS = { phone: '+44 20 7946 0958', email: 'help@example.com', contactUrl: 'https://example.com/contact' };
  const failed = { ...ONLINE, status: 'failed', code: 'sockets_blocked' } as const;
  const handoff = (stage: 'failed' | 'timeout' | 'queue' | 'client') => ({ handoff: { stage } }) as Partial<ChatState>;
  const card = () => screen.queryByRole('group', { name: 'Other ways to reach us' });

  it.each<[string, Partial<ChatState>]>([
    ['failed or blocked', { connection: failed }],
    ['while the broker is down', { connection: { ...ONLINE, status: 'reconnecting', code: 'broker_unreachable' } }],
    ['when a hand-off failed', handoff('failed')],
    ['when nobody was free', handoff('timeout')],
    [
      'when that was told in words alone, and the agent speaks on',
      {
        ...handoff('failed'),
        messages: [
          message('user', 'A person, please'),
          notice('No', { code: 'handoff_connect_failed', remedy: 'contact' }),
          message('agent', 'I am sorry'),
        ],
      },
    ],
    ['when the page is to take over and no way there is named', handoff('client')],
    ['when that way is none', { handoff: { stage: 'client', route: 'javascript:alert(1)' } }],
    ['when the platform says that nothing else helps', { messages: [...SAID, notice('No', { remedy: 'contact' })] }],
  ])('other channels are shown %s', (_, state) => {
    rendered(state, WAYS);
    const links = within(card() as HTMLElement).getAllByRole('link');
    expect(links.map(each => each.getAttribute('href'))).toEqual([
      'tel:+442079460958',
      'mailto:help@example.com',
      'https://example.com/contact',
    ]);
  });

  it.each<[string, Partial<ChatState>]>([
    ['all is well', {}],
    ['a break heals by itself', { connection: { ...ONLINE, status: 'reconnecting', code: 'connection_lost' } }],
    ['somebody waits in the queue', handoff('queue')],
    ['the way to who takes over stands there', { handoff: { stage: 'client', route: 'https://example.com/desk' } }],
    ['it goes on after a notice', { messages: [notice('No', { remedy: 'contact' }), ...SAID] }],
    ['something else helps', { messages: [...SAID, notice('No', { remedy: 'resend' })] }],
  ])('other channels are not shown while %s', (_, state) => {
    rendered(state, WAYS);
    expect(card()).toBeNull();
  });

  it('other channels disappear when the visitor writes again after a failed hand-off', () => {
    const over = { kind: 'mark', key: 'x', at: 1, mark: 'handoff-failed' } as const;
    const mine = message('user', 'Then you tell me');
    rendered({ ...handoff('failed'), messages: [...SAID, over] }, WAYS);
    expect(card()).not.toBeNull();
    unmountAll();
    rendered({ ...handoff('failed'), messages: [...SAID, over, mine] }, WAYS);
    expect(card()).toBeNull();
  });

  it('other channels stay between two attempts, and disappear after a successful one', async () => {
    const { chat } = rendered({ connection: { ...ONLINE, status: 'reconnecting', code: 'broker_unreachable' } }, WAYS);
    chat.set({ connection: { ...ONLINE, status: 'reconnecting' } });
    await settled();
    expect(card()).not.toBeNull();
    chat.set({ connection: ONLINE });
    await settled();
    expect(card()).toBeNull();
  });

  it.each([
    { phone: 'ask for Jo', email: 'a@example.com?cc=b@example.com', contactUrl: '' },
    { phone: '1;2', email: 'javascript:alert(1)', contactUrl: '' },
  ])('other channels are omitted if they are not valid addresses: %j', own => {
    rendered({ connection: failed }, own);
    expect(card()).toBeNull();
  });
});

describe('words about other channels', () => {
  const WAYS = { phone: '+44 20 7946 0958', email: 'help@example.com' };
  const failed = { ...ONLINE, status: 'failed', code: 'token_refused' } as const;
  const read = () => document.querySelector('.log-frame ~ .visually-hidden[aria-live=polite]')?.textContent;

  it.each<[string, Partial<ChatState>]>([
    ['a chat that may not be used here', { connection: failed }],
    ['a hand-off that failed', { messages: [...SAID, mark('handoff-failed')], handoff: { stage: 'failed' } }],
    ['a hand-off in vain', { messages: [...SAID, mark('handoff-timeout')], handoff: { stage: 'timeout' } }],
    ['a notice', { messages: [...SAID, notice('', { code: 'connector_not_found', remedy: 'contact' })] }],
    ['another', { messages: [...SAID, notice('', { code: 'handoff_not_initiated', remedy: 'none' })] }],
  ])('no other channels are shown if the site has set none: %s', (_, state) => {
    rendered(state);
    expect(document.body.textContent).toMatch(/isn't available|connect you|no one is available/);
    expect(document.body.textContent).not.toMatch(/\b(call|phone|write|mail|reach) (to )?us\b/i);
  });

  it('other channels are announced politely and once when they appear, and not if they were shown before', async () => {
    const { chat } = rendered({ messages: SAID }, WAYS);
    expect(read()).toBe('');
    chat.set({ connection: failed });
    await settled();
    expect(read()).toBe('Other ways to reach us: +44 20 7946 0958, help@example.com');
    chat.set({ connection: ONLINE });
    await settled();
    expect(read()).toBe('');
  });

  it('a hand-off that failed before the page loaded is not announced again', () => {
    rendered({ messages: SAID, handoff: { stage: 'failed' } }, WAYS);
    expect(screen.getByRole('group', { name: 'Other ways to reach us' })).toBeTruthy();
    expect(read()).toBe('');
  });
});

describe('rating', () => {
  const over: Partial<ChatState> = {
    connection: { ...ONLINE, status: 'ended' },
    ended: 'user-end',
    messages: [...SAID, message('user', 'Bye')],
  };
  const stars = () => screen.queryByRole('radiogroup', { name: 'How did we do?' });

  it('Enter on a star sends the rating, once a star is chosen', async () => {
    const { chat } = rendered(over, { rating: 'on' });
    const user = userEvent.setup();
    screen.getByRole('radio', { name: '3 stars' }).focus();
    await user.keyboard('{Enter}');
    expect(chat.emitted).toEqual([]);
    await user.keyboard(' {Enter}');
    await settled();
    expect(chat.emitted).toEqual([{ name: 'rating', detail: { stars: 3, text: '' } }]);
    expect(stars()).toBeNull();
  });

  it('asks for one to five stars and a comment, passes them to the page, and thanks', async () => {
    const { chat } = rendered(over, { rating: 'on' });
    const user = userEvent.setup();
    expect(screen.getAllByRole('radio').map(each => each.getAttribute('aria-label'))).toEqual([
      '1 star',
      '2 stars',
      '3 stars',
      '4 stars',
      '5 stars',
    ]);
    expect(screen.queryByRole('button', { name: /Send rating|Skip/ })).toBeNull();
    await user.click(screen.getByRole('radio', { name: '4 stars' }));
    await user.type(screen.getByRole('textbox', { name: /Anything to add/ }), ' Quick ');
    const voice = screen.getByRole('status');
    expect(voice.textContent).toBe('');
    await user.click(screen.getByRole('button', { name: 'Send rating' }));
    await settled();
    expect(chat.emitted).toEqual([{ name: 'rating', detail: { stars: 4, text: 'Quick' } }]);
    expect(stars()).toBeNull();
    // The region must exist before its words: screen readers often ignore a region that is inserted with them.
    expect(screen.getByRole('status')).toBe(voice);
    expect(voice.textContent).toContain('Thanks');
    expect(screen.getByRole('button', { name: 'Start a new conversation' })).toBeTruthy();
  });

  it('a rating is asked for once, even if an unsent message follows the end, or is discarded', async () => {
    const unsent = message('user', 'Wait', { status: 'failed' });
    const { chat } = rendered({ ...over, messages: [...(over.messages ?? []), unsent] }, { rating: 'on' });
    fireEvent.click(screen.getByRole('radio', { name: '2 stars' }));
    await settled();
    fireEvent.click(screen.getByRole('button', { name: 'Skip' }));
    await settled();
    chat.set({ messages: over.messages ?? [] });
    await settled();
    expect(stars()).toBeNull();
  });

  it('a skipped rating is not reported', async () => {
    const { chat } = rendered(over, { rating: 'on' });
    fireEvent.click(screen.getByRole('radio', { name: '2 stars' }));
    await settled();
    fireEvent.click(screen.getByRole('button', { name: 'Skip' }));
    await settled();
    expect(stars()).toBeNull();
    expect(chat.emitted).toEqual([]);
  });

  it('a rating is asked for once per conversation, including reloads', async () => {
    const first = rendered(over, { rating: 'on' });
    fireEvent.click(screen.getByRole('radio', { name: '2 stars' }));
    await settled();
    fireEvent.click(screen.getByRole('button', { name: 'Skip' }));
    await settled();
    const { rated } = first.decided.value;
    first.undo();
    rendered(over, { rating: 'on' }, { choices: { ...(rated && { rated }) } });
    expect(stars()).toBeNull();
    const next = [message('agent', 'Another')];
    rendered({ ...over, messages: next }, { rating: 'on' }, { choices: { ...(rated && { rated }) } });
    expect(stars()).not.toBeNull();
  });

  it.each<[string, Partial<ChatState>, Partial<UiSettings>]>([
    ['the site does not ask for it', over, {}],
    ['nobody has answered', { ...over, messages: [message('user', 'Hello')] }, { rating: 'on' }],
    ['the conversation goes on', { messages: SAID }, { rating: 'on' }],
  ])('no rating is asked for if %s', (_, state, own) => {
    rendered(state, own);
    expect(stars()).toBeNull();
  });
});

describe('a panel that fills the window', () => {
  it('the fullscreen panel is modal and keeps Tab inside', async () => {
    rendered({}, { mode: 'fullscreen' });
    expect(screen.getByRole('dialog').getAttribute('aria-modal')).toBe('true');
    const outside = document.body.appendChild(document.createElement('button'));
    const user = userEvent.setup();
    for (let stops = 0; stops < 12; stops += 1) {
      await user.tab();
      expect(document.activeElement).not.toBe(outside);
    }
    await user.tab({ shift: true });
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
    outside.remove();
  });

  it('beside a page it is not modal', () => {
    rendered({});
    expect(screen.getByRole('dialog').hasAttribute('aria-modal')).toBe(false);
  });
});
