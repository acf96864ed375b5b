/** The emulator's sessions, live, and what can be done to the chosen one. */

import type { Control, SessionSummary } from './control.ts';
import { button, card, el, field, row, select } from './dom.ts';
import { injections } from './injections.ts';

const REFRESH_MS = 1000;

export interface SessionBench {
  readonly cards: readonly HTMLElement[];
  /** The chosen session, or undefined while there is none. */
  chosen(): string | undefined;
}

export function createSessionBench(control: Control): SessionBench {
  const list = el('ul', { className: 'sessions' });
  let chosen: string | undefined;
  let known = '';

  function show(sessions: readonly SessionSummary[]): void {
    // Drawn anew only when something changed, so that a tester's focus and selection stay.
    const next = JSON.stringify([sessions, chosen]);
    if (next === known) return;
    known = next;
    if (!sessions.some(each => each.id === chosen)) chosen = sessions.at(-1)?.id;
    list.replaceChildren(...sessions.map(each => sessionItem(each, each.id === chosen, choose)).reverse());
    if (sessions.length === 0) list.append(el('li', { className: 'none' }, 'No session yet: open the chat.'));
  }
  function choose(id: string): void {
    chosen = id;
    void refresh();
  }
  async function refresh(): Promise<void> {
    show(await control.sessions());
  }
  setInterval(() => document.visibilityState === 'visible' && void refresh(), REFRESH_MS);
  void refresh();

  const act = (action: string, body: object = {}): void => {
    if (chosen) void control.call('POST', `sessions/${chosen}/${action}`, body).then(refresh);
  };
  return {
    chosen: () => chosen,
    cards: [
      card('Sessions', list),
      card('Session actions', ...sessionActions(control, act)),
      card('Inject an event', ...injections(body => act('events', body))),
    ],
  };
}

function sessionItem(session: SessionSummary, chosen: boolean, choose: (id: string) => void): HTMLElement {
  const { id, state, party, sockets, eventCount, language } = session;
  const details = `${state} · ${party} · ${sockets.length} sockets · ${eventCount} events · ${language}`;
  const choice = button('', () => choose(id), 'session');
  choice.ariaPressed = `${chosen}`;
  choice.append(el('code', {}, id.slice(0, 8)), el('span', {}, details));
  return el('li', {}, choice);
}

function sessionActions(control: Control, act: (action: string, body?: object) => void): Node[] {
  const code = el('input', { type: 'number', placeholder: 'none', min: '1000', max: '4999' });
  const reason = select(['NATURAL_END', 'USER_END', 'USER_ABANDONED']);
  const advance = (minutes: number) => () => void control.call('POST', 'clock', { advanceMs: minutes * 60_000 });
  const script = select(['shop', 'echo', 'silent'], value => void control.call('POST', 'agent', { script: value }));
  return [
    row(
      field('Close code', code),
      button('Drop sockets', () => act('drop', code.value ? { code: Number(code.value) } : {})),
    ),
    row(
      field('Reason', reason),
      button('End', () => act('end', { reason: reason.value })),
      button('Expire', () => act('expire')),
    ),
    row(button('Clock +1 min', advance(1)), button('Clock +8 min', advance(8)), button('Clock +10 min', advance(10))),
    row(field("Agent's script", script)),
  ];
}
