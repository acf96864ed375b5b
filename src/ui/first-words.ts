/**
 * English, first part: the words of an empty panel, and of one whose engine is still on its way. The others are late-words.ts: a word that
 * nobody meets before somebody has answered belongs there, because these come with every page that opens a chat.
 * What a translator needs to know stands in catalogue.ts.
 */

import type { Text } from './text.ts';

export const FIRST_WORDS = {
  title: 'Chat',
  open: 'Open chat',
  close: 'Close chat',
  closeHere: 'Close',
  menu: 'More options',
  log: 'Conversation',
  loading: 'Loading the conversation',
  message: 'Message',
  placeholder: 'Write a message',
  send: 'Send',
  sending: 'Sending…',
  queued: "Will be sent when you're connected.",
  tryAgain: 'Try again',
  detail: 'Details: {code}',
  'intro-none': 'Ask a question to get started.',
  'is-connecting': 'Connecting…',
  'is-failed': 'Not connected',
  consentTitle: 'Before you start',
  consentText: 'Our chat service processes what you write here. Nothing is sent or stored until you agree.',
  agree: 'Agree',
  notNow: 'Not now',
  privacy: 'Privacy policy',
  terms: 'Terms of use',
  load_failed: "The chat couldn't be loaded.",
} as const satisfies Record<string, Text>;
