// @vitest-environment jsdom
/** The language of a panel, its changes, and texts of the site's own. */

import { type Signal, signal } from '@preact/signals-core';
import { fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UiSettings } from '../../../src/ui/context/ui-settings.ts';
import type { Catalogue, Texts } from '../../../src/ui/i18n/catalogue.ts';
import { faultsOf } from '../../../src/ui/i18n/check-texts.ts';
import { formatTime } from '../../../src/ui/i18n/dates.ts';
import { ENGLISH } from '../../../src/ui/i18n/english.ts';
import { localeOf } from '../../../src/ui/i18n/language-tags.ts';
import type { Languages } from '../../../src/ui/i18n/panel-language.ts';
import { createPanelLanguage } from '../../../src/ui/i18n/panel-language.ts';
import { languages } from '../../../src/ui/load-languages.ts';
import { mark, message, SETTINGS } from '../fixtures/fake-chat.ts';
import { renderChat, settled } from '../fixtures/render-chat.ts';

const panel = (): HTMLElement => screen.getByRole('dialog');
const tags = (element: HTMLElement): readonly string[] => [element.lang, element.dir];

/** English with brackets around each text, for any language tag. */
const PSEUDO = Object.fromEntries(
  Object.entries(ENGLISH).map(([key, text]) => [key, typeof text === 'string' ? `[${text}]` : text]),
) as unknown as Catalogue;

interface Source extends Languages {
  readonly asked: readonly string[];
  /** Lets the requested catalogue arrive, or fail. */
  answer(fails?: boolean): Promise<void>;
}

function heldBack(...tags: readonly string[]): Source {
  const asked: string[] = [];
  let waiting: ((fails: boolean) => void)[] = [];
  return {
    tags,
    asked,
    load: (tag, tries) =>
      new Promise((resolve, reject) => {
        asked.push(`${tag} ${tries}`);
        waiting.push(fails =>
          fails ? reject(new Error('gone')) : resolve({ words: { ...PSEUDO, send: `[${tag}]` } }),
        );
      }),
    async answer(fails = false) {
      for (const each of waiting) each(fails);
      waiting = [];
      await settled();
    },
  };
}

const at = (locale: string, texts?: Texts): Signal<UiSettings> => signal({ ...SETTINGS, locale, texts });
const button = (): string => document.querySelector('.send')?.getAttribute('aria-label') ?? '';

let browser: readonly string[];

beforeEach(() => {
  browser = ['en-US'];
  vi.spyOn(navigator, 'languages', 'get').mockImplementation(() => browser);
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.documentElement.lang = '';
});

describe('dates and numbers', () => {
  const LATE = new Date(2026, 2, 13, 23, 51).getTime();

  function shown(page: string, ...visitor: string[]): { readonly locale: string; readonly tag: string } {
    browser = visitor;
    const speech = createPanelLanguage({
      languages: heldBack(),
      settings: at(page),
      conversation: () => null,
      warn() {},
    });
    speech.stop();
    return speech.language.value;
  }

  it.each([
    ['en', ['en-GB'], 'en-GB'],
    ['en', ['en-IE', 'en-US'], 'en-IE'],
    ['en', ['de-DE', 'en-ZA'], 'en-ZA'],
    ['en', ['en', 'en-AU'], 'en-AU'],
    ['en', ['fr-FR'], 'en'],
    ['en', [], 'en'],
    ['en-US', ['en-GB'], 'en-US'],
    ['en-001', ['en-GB'], 'en-001'],
    ['en', ['en_gb'], 'en-GB'],
    ['en-Latn', ['en-GB'], 'en-Latn-GB'],
    ['en-u-hc-h23', ['en-GB'], 'en-GB-u-hc-h23'],
    ['en', ['*', 'en-GB'], 'en-GB'],
    ['', ['en-GB'], 'en-GB'],
  ])('dates and numbers of a page in %j are written as a browser with %j has them: %s', (page, visitor, locale) => {
    expect(shown(page, ...visitor)).toMatchObject({ locale, tag: 'en' });
  });

  it('times are written as in the visitor’s region', () => {
    expect(formatTime(LATE, shown('en', 'en-GB').locale)).toBe('23:51');
    expect(formatTime(LATE, shown('en', 'en-US').locale)).toMatch(/^11:51\sPM$/);
  });

  it.each([
    ['fr', 'fr-CA', '23 h 51'],
    ['es', 'es-MX', '11:51\u202fp.m.'],
  ])(
    'dates and numbers of a page in %s are those of a visitor in %s, and the words are those of the page',
    async (page, visitor, time) => {
      browser = [visitor];
      const source = heldBack('es', 'fr');
      renderChat({}, { settings: at(page), languages: source });
      await source.answer();
      expect(source.asked).toEqual([`${page} 0`]);
      expect(panel().lang).toBe(page);
      expect(formatTime(LATE, localeOf(page)).replace(/\s/g, ' ')).toBe(time.replace(/\s/g, ' '));
    },
  );

  it('dates and numbers of a Traditional Chinese page are not those of a visitor in mainland China', () => {
    browser = ['zh-CN', 'zh-HK'];
    expect([localeOf('zh-Hant'), localeOf('zh')]).toEqual(['zh-Hant-HK', 'zh-CN']);
    browser = ['zh-Hant-TW'];
    expect([localeOf('zh-Hant'), localeOf('zh')]).toEqual(['zh-Hant-TW', 'zh']);
  });
});

describe('choice of language', () => {
  const ALL = ['ar', 'de', 'he', 'pt-br', 'zh-hans', 'zh-hant'];

  it.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE_ch', 'de'],
    ['pt', 'pt-br'],
    ['pt-PT', 'pt-br'],
    ['zh', 'zh-hans'],
    ['zh-SG', 'zh-hans'],
    ['zh-TW', 'zh-hant'],
    ['zh-HK', 'zh-hant'],
    ['iw', 'he'],
    ['ar-EG', 'ar'],
  ])('%s is spoken as %s', (locale, tag) => {
    const source = heldBack(...ALL);
    renderChat({}, { settings: at(locale), languages: source });
    expect(source.asked).toEqual([`${tag} 0`]);
  });

  it.each(['no', 'nb-NO', 'xx', 'en-GB', 'de-Cyrl'])('without words for %s it is English', locale => {
    const source = heldBack(...ALL);
    renderChat({}, { settings: at(locale), languages: source });
    expect([...source.asked, panel().lang]).toEqual(['en']);
  });

  it('the site’s language precedes the page’s, the page’s the browser’s, and invalid tags are ignored', async () => {
    const source = heldBack(...ALL);
    browser = ['nb', 'he-IL', 'de'];
    document.documentElement.lang = 'zh-TW';
    renderChat({}, { settings: at('de'), languages: source });
    renderChat({}, { settings: at('!!'), languages: source });
    document.documentElement.lang = 'C';
    renderChat({}, { settings: at('x'.repeat(90)), languages: source });
    expect(source.asked).toEqual(['de 0', 'zh-hant 0', 'he 0']);
  });

  it('the panel, its words, numbers and direction are those of the language', async () => {
    renderChat({ party: 'queue', handoff: { stage: 'queue', position: 1200 } }, { settings: at('de-AT'), languages });
    await vi.waitFor(() => expect(tags(panel())).toEqual(['de', 'ltr']));
    expect(screen.getByRole('button', { name: 'Senden' })).toBeTruthy();
    expect(screen.getByRole('log').textContent).toMatch(/Sie sind Nummer 1.200 in der Warteschlange\./);
  });

  it('reads from the right in Arabic', async () => {
    renderChat({}, { settings: at('ar'), languages });
    await vi.waitFor(() => expect(tags(panel())).toEqual(['ar', 'rtl']));
    expect(screen.getByRole('textbox', { name: 'الرسالة' })).toBeTruthy();
  });

  it('follows the platform, unless there are no words in its language', async () => {
    const source = heldBack('de', 'fr');
    const { chat } = renderChat({}, { settings: at('de'), languages: source });
    await source.answer();
    chat.set({ language: 'fr-CA' });
    await source.answer();
    expect([panel().lang, button()]).toEqual(['fr', '[fr]']);
    chat.set({ language: 'nb' });
    await settled();
    expect(panel().lang).toBe('de');
    chat.set({ language: null });
    await settled();
    expect(panel().lang).toBe('de');
  });

  it('a language that the visitor has chosen by name wins over the platform, the last choice counts, and it can be undone', async () => {
    const source = heldBack('de', 'fr');
    const { chat, speech } = renderChat({}, { languages: source });
    speech.choose('de');
    await source.answer();
    chat.set({ language: 'fr' });
    await settled();
    expect(panel().lang).toBe('de');
    speech.choose('fr');
    await source.answer();
    speech.choose('en');
    await settled();
    expect(panel().lang).toBe('en');
    speech.choose('');
    await settled();
    expect(panel().lang).toBe('fr');
  });

  it('a language without words that is chosen by name is English, and said so', async () => {
    const { speech, warned } = renderChat({}, { settings: at('de'), languages });
    await vi.waitFor(() => expect(panel().lang).toBe('de'));
    speech.choose('nb');
    await settled();
    expect([panel().lang, ...warned]).toEqual(['en', 'unknown_language']);
  });

  it('two panels speak two languages', async () => {
    renderChat({}, { settings: at('de'), languages });
    renderChat({}, { settings: at('ar'), languages });
    await vi.waitFor(() => expect(screen.getAllByRole('dialog').map(each => each.lang)).toEqual(['de', 'ar']));
    expect(screen.getAllByRole('textbox').map(each => each.getAttribute('aria-label'))).toEqual([
      'Nachricht',
      'الرسالة',
    ]);
  });

  it('the language changes in an open conversation without loss', async () => {
    const { speech } = renderChat({ messages: [message('user', 'Hi', { status: 'failed' })] }, { languages });
    fireEvent.input(screen.getByRole('textbox'), { target: { value: 'half a' } });
    await settled();
    speech.choose('de');
    await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Erneut senden' })).toBeTruthy());
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Nachricht' }).value).toBe('half a');
  });
});

describe('a language on its way', () => {
  it('a panel waits for its language instead of showing English first', async () => {
    const source = heldBack('de');
    renderChat({}, { settings: at('de'), languages: source });
    expect(screen.queryByRole('dialog')).toBeNull();
    await source.answer();
    expect([panel().lang, button()]).toEqual(['de', '[de]']);
  });

  it('a panel waits at most 300 ms for its language, which appears when it arrives', async () => {
    const source = heldBack('de');
    renderChat({}, { settings: at('de'), languages: source });
    vi.advanceTimersByTime(299);
    await settled();
    expect(screen.queryByRole('dialog')).toBeNull();
    vi.advanceTimersByTime(1);
    await settled();
    expect([panel().lang, button()]).toEqual(['en', 'Send']);
    await source.answer();
    expect([panel().lang, button()]).toEqual(['de', '[de]']);
  });

  it('the current language stays if another cannot be loaded: one warning, and the next switch tries again', async () => {
    const source = heldBack('de');
    const { speech, warned } = renderChat({}, { settings: at('de'), languages: source });
    await source.answer(true);
    expect([panel().lang, ...warned]).toEqual(['en', 'language_failed']);
    speech.choose('de');
    await source.answer(true);
    speech.choose('de');
    expect(source.asked).toEqual(['de 0', 'de 1', 'de 2']);
    await source.answer();
    expect([panel().lang, ...warned]).toEqual(['de', 'language_failed']);
  });

  it('a language that was overtaken by another one changes nothing', async () => {
    const source = heldBack('de', 'fr');
    const { speech } = renderChat({}, { languages: source });
    speech.choose('de');
    speech.choose('fr');
    speech.choose('en');
    await source.answer();
    expect([panel().lang, button()]).toEqual(['en', 'Send']);
  });
});

describe("a site's own words", () => {
  it('stand in place of ours, in every language or in one', async () => {
    const settings = at('de', { send: 'Go', message: 'Words', de: { send: 'Los' }, fr: { message: 'Mots' } });
    const { speech } = renderChat({}, { settings, languages });
    await vi.waitFor(() => expect(panel().lang).toBe('de'));
    expect(screen.getByRole('button', { name: 'Los' })).toBeTruthy();
    speech.choose('en');
    await settled();
    expect(screen.getByRole('button', { name: 'Go' })).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Words' })).toBeTruthy();
    settings.value = { ...SETTINGS, locale: 'de', texts: { send: 'Off' } };
    await settled();
    expect(screen.getByRole('button', { name: 'Off' })).toBeTruthy();
  });

  it('a value that is not a text leaves the built-in text in place', () => {
    renderChat({}, { settings: at('en', { send: 7, message: null, en: 'x' } as unknown as Texts) });
    expect(screen.getByRole('button', { name: 'Send' })).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Message' })).toBeTruthy();
  });

  it('a plural text with an invalid form is reported and replaced by the default', () => {
    const texts = { waitMinutes: { one: 7, other: '{count} min' } } as unknown as Texts;
    const { container } = renderChat(
      { party: 'queue', handoff: { stage: 'queue', position: 3, waitSeconds: 60 } },
      { settings: at('en', texts) },
    );
    expect(container.textContent).toContain("You're number 3 in line. Wait time: about 1 minute.");
    expect(faultsOf(texts, ['waitMinutes'], [])).toEqual(['"texts.waitMinutes" is not a text. Using the default.']);
  });

  it('wrong names and values are reported with the nearest name', () => {
    const keys = ['send', 'message'];
    const texts = { send: 'Go', sendd: 'x', message: 7, de: { mesage: 'x', send: 'y' }, 'de-AT': { send: {} }, nb: {} };
    expect(faultsOf(texts as unknown as Texts, keys, ['en', 'de'])).toEqual([
      'There is no "texts.sendd". Did you mean "send"?',
      '"texts.message" is not a text. Using the default.',
      'There is no "texts.de.mesage". Did you mean "message"?',
      '"texts.de-AT.send" is not a text. Using the default.',
      'There is no "texts.nb".',
    ]);
    expect(faultsOf(undefined, keys, [])).toEqual([]);
  });
});

describe('the language of what is said', () => {
  it("words have the language of the conversation at that point, whatever the panel's", () => {
    const { container } = renderChat({
      messages: [
        message('agent', 'Hello'),
        mark('language', { name: 'fr' }),
        message('agent', 'Bonjour'),
        mark('divider'),
        message('agent', 'Hello again'),
      ],
    });
    const texts = [...container.querySelectorAll<HTMLElement>('.text')];
    expect(texts.map(text => [text.lang, text.dir])).toEqual([
      ['en-GB', 'auto'],
      ['fr', 'auto'],
      ['', 'auto'],
    ]);
  });

  it("words have the site’s own language before the platform has named another, whatever the panel's since", async () => {
    const messages = [message('agent', 'Hello'), mark('language', { name: 'de' }), message('agent', 'Hallo')];
    const settings = at('en-GB');
    const { container } = renderChat({ language: 'de', messages }, { settings, languages });
    await vi.waitFor(() => expect(panel().lang).toBe('de'));
    const langs = () => [...container.querySelectorAll<HTMLElement>('.text')].map(text => text.lang);
    expect(langs()).toEqual(['en-GB', 'de']);
    document.documentElement.lang = 'sv_SE';
    settings.value = { ...SETTINGS, locale: '' };
    await settled();
    expect(langs()).toEqual(['sv-SE', 'de']);
    document.documentElement.lang = 'no tag!';
    settings.value = { ...SETTINGS, locale: '', title: 'Anew' };
    await settled();
    expect(langs()).toEqual(['', 'de']);
  });
});
