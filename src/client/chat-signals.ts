/** Derives the public state from the machine's state, field by field. A field that has not changed stays the same object. */

import { computed, type ReadonlySignal } from '@preact/signals-core';
import { idleEndsAt } from '../session/machine/inactivity.ts';
import {
  selectMaxMessageBytes,
  selectOutbox,
  selectPhase,
  selectStatus,
  selectSuggestions,
  selectTranscript,
} from '../session/selectors.ts';
import type { SessionState } from '../session/state/state.ts';
import type { Chat } from './api/chat.ts';
import type { Part } from './api/chat-parts.ts';
import type { ChatError, ChatState, Connection, TypingSign } from './api/chat-state.ts';

export function createPicture(machine: ReadonlySignal<SessionState>): Pick<Chat, Part | 'state'> {
  /** Derives one part of the machine's state. Signals that read the part are computed again only if it has become another object. */
  const part = <T>(read: (state: SessionState) => T) => computed(() => read(machine.value));

  const phase = part(selectPhase);
  const status = part(selectStatus);
  const entries = part(state => state.outbox);
  const past = part(state => state.past);
  const items = part(state => state.conversation.view.items);
  const signs = part(state => state.typing);
  const endsAt = part(idleEndsAt);
  const agent = part(state => state.conversation.view.agent);
  const outbox = computed(() => selectOutbox(entries.value, phase.value.name === 'active'));
  const messages = computed(() => selectTranscript(past.value, items.value, outbox.value));

  const connection = computed<Connection>(() => {
    const now = phase.value;
    return {
      status: status.value,
      phase: now.name,
      code: ('code' in now && now.code) || null,
      retryAt: now.name === 'waiting' ? now.until : null,
    };
  });

  const typing = computed<TypingSign | null>(() => {
    const { agent: software, live, name: person } = signs.value;
    const from = live ? 'live' : 'agent';
    // Looks up the name, because the person who is typing may not be the one who joined last.
    const name = (live && person) || (agent.value?.kind === from ? agent.value.name : '');
    return software || live ? { from, name } : null;
  });

  const error = computed<ChatError | null>(() => {
    const { code } = connection.value;
    if (code !== null) return { code, message: 'The chat is not connected.' };
    const last = items.value.at(-1);
    return last?.kind === 'notice' && last.code ? { code: last.code, message: last.text } : null;
  });

  const parts: Parts = {
    connection,
    open: part(state => state.panelOpen),
    unread: part(state => state.unread),
    messages,
    outbox,
    suggestions: computed(() => selectSuggestions(messages.value)),
    party: part(state => state.conversation.view.party),
    agent,
    typing,
    handoff: part(state => state.conversation.view.handoff),
    language: part(state => state.conversation.view.language),
    draft: part(state => state.draft),
    earlier: part(state => state.earlier),
    ended: computed(() => (phase.value.name === 'ended' ? phase.value.reason : null)),
    idle: computed(() => (endsAt.value === null ? null : { endsAt: endsAt.value })),
    error,
    maxMessageBytes: part(selectMaxMessageBytes),
  };
  // Lists the fields once, because the state is rebuilt for each chunk of a reply.
  const named = Object.entries(parts);
  const state = computed(() => {
    const picture: Record<string, unknown> = {};
    for (const [name, each] of named) picture[name] = each.value;
    return picture as unknown as ChatState;
  });
  return { ...parts, state };
}

type Parts = { readonly [K in keyof ChatState]: ReadonlySignal<ChatState[K]> };
