/** The emulator's control API as the bench sees it, answered from a script, with everything that was asked written down. */

import type { Answer, Control, SessionSummary } from '../../src/demo/control.ts';

export interface FakeControl extends Control {
  /** `METHOD path body`, looks left out. */
  readonly acts: string[];
  /** What the next act is answered with; after that, an empty success. */
  next: Answer | null;
  list: readonly SessionSummary[] | null;
  faults: object[];
}

export function session(id: string, own: Partial<SessionSummary> = {}): SessionSummary {
  return { id, state: 'open', idleSince: '', sockets: ['s'], party: 'agent', language: 'en', eventCount: 3, ...own };
}

export function createFakeControl(): FakeControl {
  const control: FakeControl = {
    acts: [],
    next: null,
    list: [],
    faults: [],
    async call(method, path, body) {
      if (method !== 'GET') control.acts.push(`${method} ${path} ${body ? JSON.stringify(body) : ''}`.trim());
      const given = control.next;
      control.next = null;
      if (given) return given;
      if (path !== 'faults') return { ok: true, body: {} };
      if (method === 'POST') control.faults.push(body ?? {});
      if (method === 'DELETE') control.faults.length = 0;
      return { ok: true, body: { faults: [...control.faults] } };
    },
    sessions: async () => control.list,
  };
  return control;
}
