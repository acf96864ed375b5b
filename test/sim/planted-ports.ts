/** Faults planted around the machine: in what a browser keeps, in what its tabs tell each other, in tokens and tickets. See planted.ts. */

import type { Ports, Storage, TabHandlers, TabMembership, Tabs } from '../../src/client/ports.ts';
import type { Faults } from './tab.ts';

type Spoil = NonNullable<Faults['ports']>;

const inApi =
  (spoil: (api: Ports['api'], home: Parameters<Spoil>[1]) => Partial<Ports['api']>): Spoil =>
  (ports, home) => ({ ...ports, api: { ...ports.api, ...spoil(ports.api, home) } });

const inStorage =
  (spoil: (storage: Storage) => Partial<Storage>): Spoil =>
  ports =>
    ports.storage ? { ...ports, storage: { ...ports.storage, ...spoil(ports.storage) } } : ports;

const inTabs =
  (spoil: (tabs: Tabs) => Tabs): Spoil =>
  ports =>
    ports.tabs ? { ...ports, tabs: spoil(ports.tabs) } : ports;

const asMember = (change: (membership: TabMembership, handlers: TabHandlers) => Partial<TabMembership>): Spoil =>
  inTabs(tabs => ({
    join(handlers) {
      const membership = tabs.join(handlers);
      return { ...membership, ...change(membership, handlers) };
    },
  }));

const nothing = () => {};

export const PLANTED_IN_PORTS: Readonly<Record<string, Spoil>> = {
  'a tab does not hear that it was robbed': inTabs(tabs => ({
    join: handlers => tabs.join({ ...handlers, lost: nothing }),
  })),

  'an owner that does not answer keeps the conversation': asMember(() => ({ steal: nothing })),

  'a wish is forgotten once the owner was told': asMember((membership, handlers) => ({
    post(message) {
      membership.post(message);
      const said = message as { readonly say: string };
      if (said.say === 'wish') handlers.received({ ...said, say: 'input', turns: -1 });
    },
  })),

  'a write is taken for done before it is': inStorage(storage => ({
    async save(parts) {
      storage.save(parts).catch(nothing);
    },
  })),

  'only the small record is kept': inStorage(storage => ({
    save: ({ head }) => storage.save(head === undefined ? {} : { head }),
  })),

  "what a tab keeps for itself is taken for everybody's": ({ storage, ...ports }) => {
    const { perTab: _, ...shared } = storage ?? {};
    return storage ? { ...ports, storage: shared as Storage } : ports;
  },

  'what is to be forgotten stays': inStorage(() => ({
    async clear() {},
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
