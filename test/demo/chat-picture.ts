/** A chat as the widget shows it to the page: open, connected, with an agent, and nothing said yet. */

import type { ChatState } from '../../src/entries/index.ts';

export const CHAT: ChatState = {
  connection: { status: 'online', phase: 'active', code: null, retryAt: null },
  open: true,
  unread: 0,
  messages: [],
  outbox: [],
  suggestions: [],
  party: 'agent',
  agent: null,
  typing: null,
  handoff: null,
  language: 'en',
  draft: 'half a thought',
  ended: null,
  idle: null,
  error: null,
  maxMessageBytes: 1000,
};
