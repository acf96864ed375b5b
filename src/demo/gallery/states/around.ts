/** States around a conversation: the launcher, the question for consent, and the end. */

import type { ChatState, SettingsInput } from '../../../entries/gallery.ts';
import { connection, type GalleryState, GREETING, NOW, SHORT_TALK, type StateGroup } from './gallery-state.ts';

const launcher = (name: string, title: string, unread: number, rest: Partial<GalleryState> = {}): GalleryState => ({
  name: `launcher-${name}`,
  title,
  settings: { renderMode: 'floating' },
  ...rest,
  chat: { open: false, unread, ...rest.chat },
});

export const LAUNCHER: StateGroup = {
  title: 'Launcher',
  states: [
    launcher('idle', 'Launcher', 0),
    launcher('unread', 'Launcher, one unread', 1),
    launcher('many', 'Launcher, ten unread', 10),
    launcher('offline', 'Launcher, offline', 0, {
      chat: { connection: connection('offline', 'waiting', 'offline') },
    }),
    launcher('hover', 'Launcher, hovered', 0, { look: { of: '.launcher', as: 'hover' } }),
    launcher('prompt', 'Invitation', 1, { prompt: 'Hello! Can I help you find a chair?' }),
    launcher('prompt-long', 'Long invitation', 0, {
      prompt:
        'Until Sunday, oiling a table costs nothing when you buy a chair. Ask us which oil suits yours, and how often.',
    }),
    launcher('focus', 'Launcher, focused', 0, { look: { of: '.launcher', as: 'focus-visible' } }),
  ],
};

const LINKS = {
  privacyUrl: 'https://example.com/privacy',
  termsUrl: 'https://example.com/terms',
  disclaimer: 'Answers are AI-generated and may be wrong.',
};

const QUESTIONS: SettingsInput = {
  preChat: [
    { name: 'name', label: { en: 'Your name', de: 'Ihr Name', ar: 'الاسم' }, required: true, autocomplete: 'name' },
    { name: 'email', label: { en: 'Email', de: 'E-Mail', ar: 'البريد الإلكتروني' }, type: 'email', required: true },
    { name: 'order', label: { en: 'Order number', de: 'Bestellnummer', ar: 'رقم الطلب' } },
    {
      name: 'topic',
      label: { en: 'What is it about?', de: 'Worum geht es?', ar: 'موضوع الاستفسار' },
      type: 'choice',
      options: ['Delivery', 'Repair'],
      required: true,
    },
  ],
};

/** Before the first connection there is no agent. */
const NOBODY = { party: 'none', agent: null } as const;

export const CONSENT: StateGroup = {
  title: 'Consent',
  states: [
    {
      name: 'consent',
      title: 'Consent',
      settings: { consent: 'required', ...LINKS },
    },
    {
      name: 'consent-linked',
      title: 'Consent with a linked disclaimer',
      settings: {
        consent: 'required',
        privacyUrl: 'https://example.com/privacy',
        disclaimer: 'Answers are AI-generated and may be wrong. [How it works](https://example.com/ai)',
      },
    },
    { name: 'consent-plain', title: 'Consent without links', settings: { consent: 'required' } },
    { name: 'pre-chat', title: 'Pre-chat form', chat: NOBODY, settings: QUESTIONS },
    {
      name: 'pre-chat-errors',
      title: 'Pre-chat form, missing answers',
      chat: NOBODY,
      settings: QUESTIONS,
      press: ['.pre-chat + .primary'],
    },
    {
      name: 'pre-chat-consent',
      title: 'Pre-chat form with consent',
      settings: { consent: 'required', ...LINKS, ...QUESTIONS },
    },
  ],
};

export const DISCLOSURES: StateGroup = {
  title: 'Disclosures',
  states: [
    {
      name: 'disclaimer',
      title: 'Disclaimer with links',
      chat: { messages: SHORT_TALK },
      settings: {
        disclaimer:
          'Answers are AI-generated and may be wrong. [How it works](https://example.com/ai) · [Your rights](https://example.com/rights)',
      },
    },
    {
      name: 'disclaimer-policies',
      title: 'Disclaimer and policies',
      chat: { messages: [GREETING] },
      settings: {
        disclaimer: 'Answers are AI-generated and may be wrong.',
        disclaimerVisibility: 'until-first-message',
        privacyUrl: 'https://example.com/privacy',
        termsUrl: 'https://example.com/terms',
        policyLinks: 'below-input',
      },
    },
    {
      name: 'policies',
      title: 'Policies only',
      chat: { messages: SHORT_TALK },
      settings: {
        privacyUrl: 'https://example.com/privacy',
        termsUrl: 'https://example.com/terms',
        policyLinks: 'below-input',
      },
    },
    {
      name: 'policies-ended',
      title: 'Policies after the end',
      chat: { connection: connection('ended', 'ended'), party: 'none', ended: 'natural-end', messages: SHORT_TALK },
      settings: { privacyUrl: 'https://example.com/privacy', policyLinks: 'below-input' },
    },
  ],
};

const ended = (
  name: string,
  title: string,
  reason: NonNullable<ChatState['ended']>,
  rest: Partial<GalleryState> = {},
): GalleryState => ({
  name,
  title,
  chat: { connection: connection('ended', 'ended'), party: 'none', ended: reason, messages: SHORT_TALK },
  ...rest,
});

export const ENDING: StateGroup = {
  title: 'Ending',
  states: [
    { name: 'idle', title: 'Still there?', chat: { messages: SHORT_TALK, idle: { endsAt: NOW + 2 * 60_000 } } },
    ended('rating', 'Rating', 'natural-end', { settings: { rating: 'on' } }),
    ended('rating-words', 'Rating with comment', 'natural-end', {
      settings: { rating: 'on' },
      press: ['.stars label:nth-of-type(4) input'],
    }),
    ended('expired', 'Expired', 'expired'),
    ended('ended-by-visitor', 'Ended by the visitor', 'user-end'),
    ended('ended-by-agent', 'Ended by the agent', 'natural-end'),
  ],
};
