/** The emulator's sessions, live, with buttons for the chosen session and for the clock. */

import { button, createStatusLine, el, field, row, select } from '../page/elements.ts';
import type { Answer, EmulatorClient, SessionSummary } from './emulator-client.ts';

export interface SessionPanel {
  readonly element: HTMLElement;
  /** Returns the id of the chosen session; undefined without one. */
  chosen(): string | undefined;
  /** Remembers the session of this page's chat, and chooses it. */
  ownChanged(id: string): void;
  refresh(): Promise<void>;
  /** Calls an action of the chosen session. */
  act(action: string, body?: object): Promise<Answer>;
}

/** Largest number of sessions in the list. A longer list would be a history of the day, not a choice. */
const MAX_LISTED = 8;

const NO_SESSION: Answer = { ok: false, words: 'There is no session yet: open the chat.' };

export function createSessionPanel(control: EmulatorClient): SessionPanel {
  const list = el('ul', { className: 'sessions', attrs: { 'aria-label': 'Sessions' } });
  const status = createStatusLine();
  let sessions: readonly SessionSummary[] | null = [];
  let chosen: string | undefined;
  let own: string | undefined;
  let shown = '';

  function draw(): void {
    // Accepts the page's own session even if the list does not contain it yet.
    const known = sessions?.some(each => each.id === chosen) || (own !== undefined && chosen === own);
    if (!known && sessions) chosen = own ?? sessions.at(-1)?.id;
    // Redraws only after a change, to keep a tester's focus and selection.
    const next = JSON.stringify([sessions, chosen, own]);
    if (next === shown) return;
    shown = next;
    const focused = list.contains(document.activeElement);
    const newest = (sessions ?? []).toReversed();
    const listed = newest.filter((each, place) => place < MAX_LISTED || each.id === chosen || each.id === own);
    const items = listed.map(each => sessionItem(each, each.id === chosen, each.id === own, choose));
    list.replaceChildren(...items);
    const older = newest.length - listed.length;
    if (older > 0) list.append(el('li', { className: 'empty' }, `${older} older ${older === 1 ? 'one' : 'ones'}`));
    if (items.length === 0) list.append(el('li', { className: 'empty' }, emptyText(sessions)));
    if (focused) list.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus({ preventScroll: true });
  }

  function choose(id: string): void {
    chosen = id;
    draw();
  }

  async function refresh(): Promise<void> {
    sessions = await control.sessions();
    draw();
  }

  async function act(action: string, body: object = {}): Promise<Answer> {
    const answer = chosen ? await control.call('POST', `sessions/${chosen}/${action}`, body) : NO_SESSION;
    await refresh();
    return answer;
  }

  const say = (done: string) => (answer: Answer) =>
    status.say(answer.ok ? done : answer.words, answer.ok ? 'done' : 'problem');
  return {
    element: el(
      'div',
      { className: 'part' },
      list,
      ...sessionButtons(act, say),
      ...clockButtons(control, say, status.say),
      status.element,
    ),
    chosen: () => chosen,
    ownChanged(id) {
      own = id;
      choose(id);
    },
    refresh,
    act,
  };
}

function emptyText(sessions: readonly SessionSummary[] | null): string {
  return sessions ? 'No session yet: open the chat.' : 'The emulator does not respond.';
}

function sessionItem(
  session: SessionSummary,
  chosen: boolean,
  own: boolean,
  choose: (id: string) => void,
): HTMLElement {
  const { id, state, party, sockets, eventCount, language } = session;
  const count = sockets.length === 1 ? '1 socket' : `${sockets.length} sockets`;
  const choice = button('', () => choose(id), 'session');
  choice.setAttribute('aria-pressed', `${chosen}`);
  choice.append(
    el('code', {}, id.slice(0, 8)),
    el('span', { className: 'session-own' }, own ? 'this page' : ''),
    el('small', {}, `${state} · ${party} · ${count} · ${eventCount} events · ${language}`),
  );
  return el('li', {}, choice);
}

type Act = (action: string, body?: object) => Promise<Answer>;
type Say = (done: string) => (answer: Answer) => void;

function sessionButtons(act: Act, say: Say): Node[] {
  const code = el('input', { type: 'number', placeholder: 'none', min: '1000', max: '4999' });
  const reason = select(['NATURAL_END', 'USER_END', 'USER_ABANDONED']);
  const drop = () => act('drop', code.value ? { code: Number(code.value) } : {}).then(say('Sockets dropped.'));
  return [
    row(
      field('Close code', code),
      button('Drop sockets', () => void drop()),
    ),
    row(
      field('Reason', reason),
      button('End', () => void act('end', { reason: reason.value }).then(say('Session ended.'))),
      button('Expire', () => void act('expire').then(say('Session expired.'))),
    ),
  ];
}

function clockButtons(control: EmulatorClient, say: Say, tell: (words: string, kind: 'done') => void): Node[] {
  const advance = (minutes: number): HTMLButtonElement =>
    button(`+${minutes} min`, async () => {
      const answer = await control.call('POST', 'clock', { advanceMs: minutes * 60_000 });
      if (!answer.ok) say('')(answer);
      else tell(`The emulator's clock shows ${clockText(answer.body)}.`, 'done');
    });
  return [el('h4', {}, 'Clock'), row(...[1, 8, 10].map(advance))];
}

function clockText(body: unknown): string {
  return new Date(`${(body as { now?: string }).now}`).toLocaleTimeString('en-GB');
}
