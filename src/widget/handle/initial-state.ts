/** The state of a chat that has not started. The loader and the panel show it before there is a chat. */

import type { ChatState } from '../../client/api/chat-state.ts';

/** Returns the `state` before anything has started. */
export const idleState = (): ChatState => ({
  connection: { status: 'idle', phase: 'idle', code: null, retryAt: null },
  open: false,
  unread: 0,
  messages: [],
  outbox: [],
  suggestions: [],
  party: 'none',
  agent: null,
  typing: null,
  handoff: null,
  language: null,
  draft: '',
  earlier: [],
  ended: null,
  idle: null,
  error: null,
  maxMessageBytes: 130_816,
});
