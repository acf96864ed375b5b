/** Faults planted around the machine: in the storage, in the messages between tabs, in tokens and tickets. See planted.ts. */

import type { ChatTransport, Ports, Storage, Tabs } from '../../../src/client/api/ports.ts';
import type { Faults } from '../world/tab.ts';

type Spoil = NonNullable<Faults['ports']>;

const inApi =
  (spoil: (api: Ports['api'], home: Parameters<Spoil>[1]) => Partial<Ports['api']>): Spoil =>
  (ports, home) => ({ ...ports, api: { ...ports.api, ...spoil(ports.api, home) } });

const inStorage =
  (spoil: (storage: Storage) => Partial<Storage>): Spoil =>
  ports =>
    ports.storage ? { ...ports, storage: { ...ports.storage, ...spoil(ports.storage) } } : ports;

const inTabs =
  (spoil: (tabs: Tabs) => Partial<Tabs>): Spoil =>
  ports =>
    ports.tabs ? { ...ports, tabs: { ...ports.tabs, ...spoil(ports.tabs) } } : ports;

/** Grants these locks to everyone who asks, at the same time. */
const unlocked = (isMeant: (name: string) => boolean): Spoil =>
  inTabs(tabs => ({
    hold(name, handlers, isForced) {
      if (!isMeant(name)) return tabs.hold(name, handlers, isForced);
      queueMicrotask(handlers.held);
      return nothing;
    },
  }));

const nothing = () => {};

export const PLANTED_IN_PORTS: Readonly<Record<string, Spoil>> = {
  'a second session is made without the lock': unlocked(name => name === 'join'),

  'what a tab has left is taken twice': unlocked(name => name.startsWith('tab:')),

  'a hidden tab keeps its socket beside one that is looked at': inTabs(tabs => ({
    listen: heard =>
      tabs.listen(message => /looked|here/.test((message as { readonly say: string }).say) || heard(message)),
  })),

  'the record is written over by an older one': inStorage(storage => ({
    save: decide => storage.save(() => decide(undefined)),
  })),

  'what is unsent is not put down': inStorage(storage => ({
    own: { ...storage.own, write: nothing },
  })),

  'only the small record is kept': inStorage(storage => ({
    save: decide =>
      storage.save(kept => {
        const { head } = decide(kept) ?? {};
        return head === undefined ? null : { head };
      }),
  })),

  'what is to be forgotten stays': inStorage(() => ({
    async clear() {},
    async discard() {},
  })),

  'the access token is kept': inApi(api => ({
    async fetchToken(ticket) {
      const answer = await api.fetchToken(ticket);
      return answer.ok ? { ok: true, value: { ...answer.value, resumeTicket: answer.value.accessToken } } : answer;
    },
  })),

  'the ticket is not used': inApi(api => ({
    fetchToken: () => api.fetchToken(),
  })),

  "another site's ticket is taken": inApi((api, { broker }) => ({
    async fetchToken(ticket) {
      const answer = await api.fetchToken(ticket);
      return (!answer.ok && ticket !== undefined && broker.grantElsewhere(ticket)) || answer;
    },
  })),
};

const inChat =
  (spoil: (chat: ChatTransport) => ChatTransport): Spoil =>
  ports =>
    ports.chat ? { ...ports, chat: spoil(ports.chat) } : ports;

/** Changes the events that a connection over Chat receives. */
const receiving = (change: (events: readonly WireEvent[]) => readonly WireEvent[]): Spoil =>
  inChat(chat => ({
    ...chat,
    open: (opened, handlers) =>
      chat.open(opened, {
        ...handlers,
        received(text) {
          const { type, payload } = JSON.parse(text);
          handlers.received(JSON.stringify({ type, payload: { events: change(payload.events) } }));
        },
      }),
  }));

interface WireEvent {
  readonly id?: string;
  readonly type: string;
  readonly payload?: object;
}

/** Faults in the transport over Chat, which storms over Chat must find. */
export const PLANTED_IN_CHAT: Readonly<Record<string, Spoil>> = {
  'a reply is shown twice': receiving(events =>
    events.flatMap(event => {
      const { id, type, payload } = event;
      const again = { ...event, id: `${id}-again`, payload: { ...payload, message_id: `${id}-again` } };
      return /AGENT_MESSAGE/.test(type) ? [event, again] : [event];
    }),
  ),

  'the end is taken for a failure': receiving(events => events.filter(({ type }) => !/SESSION_END/.test(type))),
};
