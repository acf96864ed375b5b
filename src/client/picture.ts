/** Turns the machine's state into the public picture, part by part, so that a part that did not change stays the same object. */

import { computed, type ReadonlySignal } from '@preact/signals-core';
import { idleEndsAt } from '../session/idle.ts';
import {
  selectMaxMessageBytes,
  selectOutbox,
  selectStatus,
  selectSuggestions,
  selectTranscript,
} from '../session/select.ts';
import type { SessionState } from '../session/state.ts';
import type { Chat } from './chat.ts';
import type { ChatError, ChatState, Connection, TypingSign } from './chat-state.ts';

type Picture = Pick<
  Chat,
  'state' | 'messages' | 'connection' | 'typing' | 'party' | 'agent' | 'outbox' | 'error' | 'unread'
>;

export function createPicture(machine: ReadonlySignal<SessionState>): Picture {
  /** A part of the machine that is passed on only when it is another object. */
  const part = <T>(read: (state: SessionState) => T) => computed(() => read(machine.value));

  const view = part(state => state.conversation.view);
  const entries = part(state => state.outbox);
  const past = part(state => state.past);
  const phase = part(state => state.phase);
  const unread = part(state => state.unread);
  const status = part(selectStatus);
  const signs = part(state => state.typing);
  const party = computed(() => view.value.party);
  const agent = computed(() => view.value.agent);
  const items = computed(() => view.value.items);
  const active = computed(() => phase.value.name === 'active');
  const outbox = computed(() => selectOutbox(entries.value, active.value));
  const messages = computed(() => selectTranscript(past.value, items.value, outbox.value));
  const suggestions = computed(() => selectSuggestions(messages.value));

  const connection = computed<Connection>(() => {
    const now = phase.value;
    return {
      status: status.value,
      phase: now.name,
      code: now.name === 'waiting' || now.name === 'failed' ? now.code : null,
      retryAt: now.name === 'waiting' ? now.until : null,
    };
  });

  const typing = computed<TypingSign | null>(() => {
    const { agent: software, live } = signs.value;
    if (!software && !live) return null;
    return { from: live ? 'live' : 'agent', name: agent.value?.name ?? '' };
  });

  const error = computed<ChatError | null>(() => {
    const { code } = connection.value;
    if (code !== null) return { code, message: 'The chat is not connected.' };
    const last = items.value.at(-1);
    return last?.kind === 'notice' && last.code ? { code: last.code, message: last.text } : null;
  });

  const idle = computed(() => {
    const endsAt = idleEndsAt(machine.value);
    return endsAt === null ? null : { endsAt };
  });

  const state = computed<ChatState>(() => ({
    connection: connection.value,
    open: machine.value.panelOpen,
    unread: unread.value,
    messages: messages.value,
    outbox: outbox.value,
    suggestions: suggestions.value,
    party: party.value,
    agent: agent.value,
    typing: typing.value,
    handoff: view.value.handoff,
    language: view.value.language,
    draft: machine.value.draft,
    ended: phase.value.name === 'ended' ? phase.value.reason : null,
    idle: idle.value,
    error: error.value,
    maxMessageBytes: selectMaxMessageBytes(machine.value),
  }));

  return { state, messages, connection, typing, party, agent, outbox, error, unread };
}
