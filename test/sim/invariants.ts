/** What must hold after the weather has been calm for two minutes. Each answers with sentences about what is wrong, none when all is well. */

import { decodeServerEvent } from '../../src/protocol/decode.ts';
import { CLIENT_EVENT_ID, type ServerEvent } from '../../src/protocol/events.ts';
import { emptyConversation, foldEvents } from '../../src/session/conversation.ts';
import type { TimelineItem } from '../../src/session/timeline.ts';
import type { World } from './world.ts';

export function violations(world: World): string[] {
  const session = world.chat.machine.value.session;
  const history = session ? historyOf(world, session.id) : [];
  const sessions = world.platform.control.sessions().map(each => historyOf(world, each.id));
  return [
    ...onceEach(world, sessions),
    ...noneForgotten(world, history),
    ...inOrder(world, history),
    ...sameTranscript(world, history),
    ...joinedOnce(world),
    ...atRest(world),
    ...noSecrets(world),
  ];
}

function historyOf(world: World, id: string): ServerEvent[] {
  const detail = world.platform.control.session(id);
  return (detail?.events ?? []).flatMap(raw => {
    const event = decodeServerEvent(raw);
    return typeof event === 'string' ? [] : [event];
  });
}

const clientIds = (history: readonly ServerEvent[]) =>
  history.flatMap(event =>
    event.type === 'USER_MESSAGE' && event.custom[CLIENT_EVENT_ID] ? [event.custom[CLIENT_EVENT_ID]] : [],
  );

/**
 * (a) What is shown as sent is in the platform's history, and in no session's history twice. Across sessions it may be: nobody can read
 * what a session that is gone has taken, so what it did not confirm goes along into the next one.
 */
function onceEach({ said, chat, discarded }: World, sessions: readonly (readonly ServerEvent[])[]): string[] {
  const pending = new Set(chat.outbox.value.map(item => item.id));
  const perSession = sessions.map(clientIds);
  return said.flatMap(({ id, text }) => {
    const counts = perSession.map(ids => ids.filter(each => each === id).length);
    const most = Math.max(0, ...counts);
    if (most > 1) return [`(a) "${text}" ${id} is in the history ${most} times`];
    return most === 0 && !pending.has(id) && !discarded.has(id)
      ? [`(a) "${text}" ${id} is shown as sent and is not in the history`]
      : [];
  });
}

/** (b) Nothing that the platform has is shown as failed or as still being sent; and nothing is still under way. */
function noneForgotten({ chat }: World, history: readonly ServerEvent[]): string[] {
  // An ended conversation cannot be asked any more: what it did not confirm stays unconfirmed, and the visitor decides.
  if (chat.connection.value.status === 'ended') return [];
  // Nor can an earlier session: what it took without a word goes along into this one, or has failed there.
  const known = new Set(clientIds(history));
  return chat.outbox.value.flatMap(({ id, text, status }) => {
    if (known.has(id)) return [`(b) the platform has "${text}" ${id}, shown as ${status}`];
    return status === 'failed' ? [] : [`(h) "${text}" ${id} is still ${status}`];
  });
}

/** (c) The platform's order is the order of sending, messages that were retried by hand aside. */
function inOrder({ said, rearranged }: World, history: readonly ServerEvent[]): string[] {
  if (rearranged) return [];
  const order = new Map(said.map(({ id }, place) => [id, place]));
  const places = clientIds(history).map(id => order.get(id) ?? -1);
  const wrong = places.findIndex((place, i) => i > 0 && place < (places[i - 1] ?? 0));
  return wrong < 0 ? [] : [`(c) order at the platform: ${places.join(' ')}`];
}

/** (d) The transcript is the fold of the history, as far as there is a connection to hear it by. */
function sameTranscript({ chat }: World, history: readonly ServerEvent[]): string[] {
  if (chat.connection.value.status !== 'online') return [];
  const { conversation } = chat.machine.value;
  const expected = emptied(foldEvents(emptyConversation(), history).conversation.view.items);
  const shown = emptied(conversation.view.items);
  return expected === shown ? [] : [`(d) transcript differs\n  shown    ${shown}\n  history  ${expected}`];
}

function emptied(items: readonly TimelineItem[]): string {
  return items
    .map(item => (item.kind === 'message' ? `${item.from}:${item.text}` : item.kind === 'mark' ? item.mark : item.text))
    .join(' | ');
}

/** (e) At most one join request that the platform accepted, per session. */
function joinedOnce({ platform }: World): string[] {
  return platform.control
    .sessions()
    .flatMap(({ id, joinsAsked }) => (joinsAsked > 1 ? [`(e) ${id} joined ${joinsAsked} times`] : []));
}

/** (f, h, j) One socket; active or ended; a bounded number of timers. */
function atRest({ chat, network, clock }: World): string[] {
  const { status, code } = chat.connection.value;
  const wrong: string[] = [];
  if (status !== 'online' && status !== 'ended' && status !== 'failed')
    wrong.push(`(h) at rest it is ${status} ${code ?? ''}`);
  if (network.open > 1) wrong.push(`(f) ${network.open} sockets are open`);
  if (clock.size > 12) wrong.push(`(j) ${clock.size} timers run`);
  return wrong;
}

/** (i) No token in state, picture or trace. */
function noSecrets({ chat, trace }: World): string[] {
  const everything = JSON.stringify([chat.machine.value, chat.state.value, trace]);
  return /eyJ[\w-]+\.[\w-]+\.[\w-]+/.test(everything) ? ['(i) a token is where it must not be'] : [];
}
