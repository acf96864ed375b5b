/**
 * The one way to the words that a visitor reads or hears, in English, and those that an empty panel needs; the others are reply-words.ts.
 * Tone: plain, short, says what happens next. A code of the chat without words does not compile.
 */

import type { REPLY_WORDS } from './reply-words.ts';

/** Texts with `{names}` to fill in; where they count something, one for 1 and one for any other number. */
const FIRST_WORDS = {
  title: 'Chat',
  close: 'Close chat',
  menu: 'More options',
  end: 'End conversation',
  endQuestion: 'End this conversation?',
  endKeep: 'Keep chatting',
  log: 'Conversation',
  user: 'You',
  jump: 'Jump to latest',
  loading: 'Loading the conversation',
  message: 'Message',
  placeholder: 'Write a message',
  send: 'Send',
  counter: '{used} / {max}',
  tooLong:
    'This is too long to send. Please shorten it by {count} character.|This is too long to send. Please shorten it by {count} characters.',
  sending: 'Sending…',
  queued: "Will be sent when you're connected.",
  tryAgain: 'Try again',
  detail: 'Details: {code}',
  'intro-none': 'Ask a question to get started.',
  'is-connecting': 'Connecting…',
  'is-failed': 'Not connected',
  load_failed: "The chat couldn't be loaded.",
} as const satisfies Record<string, string>;

export type Key = keyof typeof FIRST_WORDS | keyof typeof REPLY_WORDS;

const words: { [K in Key]?: string } = FIRST_WORDS;

/** Adds the words that come later; the same ones a second time change nothing. */
export function addWords(more: Readonly<Record<string, string>>): void {
  Object.assign(words, more);
}

/** Without the marks that turn the direction of what follows: a name must not be able to rewrite the words around it. */
export const unspoofed = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

/** The words for `key` with its `{names}` filled in; `count` also chooses the plural form. */
export function t(key: Key, params: Readonly<Record<string, string | number>> = {}): string {
  const [one = '', other = one] = (words[key] ?? '').split('|');
  return (params.count === 1 ? one : other).replace(/\{(\w+)\}/g, (_, name: string) =>
    unspoofed(`${params[name] ?? ''}`),
  );
}
