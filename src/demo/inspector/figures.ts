/** The inspector's figures: one place for each, so that nothing moves when they change. */

import type { ChatState } from '../../entries/index.ts';
import { el } from '../page/elements.ts';
import type { Summary } from './summary.ts';

/** The widget's picture is a copy made for each look at it; more often than this nobody reads figures. */
const REFRESH_MS = 250;

const NAMES = ['Connection', 'Session', 'Role', 'Outbox', 'Asked from', 'Newest', 'Last echo', 'Frames'] as const;
type FactName = (typeof NAMES)[number];
type Known = readonly [Summary, ChatState | undefined];

const MEANINGS: Readonly<Record<FactName, string>> = {
  Connection: 'How the widget says it stands, and why',
  Session: "The platform's id of the session",
  Role: 'Whether this tab holds the socket',
  Outbox: 'Messages that the platform has not confirmed',
  'Asked from': 'The cursor: the socket asked for what is newer than this sequence',
  Newest: 'The highest sequence seen in this session',
  'Last echo': 'From sending a message to its echo',
  Frames: 'Frames received and sent',
};

export interface Facts {
  readonly element: HTMLElement;
  /** Something may have changed: reads anew, though not at once. */
  changed(read: () => Known): void;
}

export function createFacts(): Facts {
  const values = new Map(NAMES.map(name => [name, el('dd', {}, '–')]));
  const element = el(
    'dl',
    { className: 'facts' },
    ...NAMES.map(name =>
      el(
        'div',
        { className: name === 'Connection' || name === 'Session' ? 'wide' : '', title: MEANINGS[name] },
        el('dt', {}, name),
        values.get(name) ?? '',
      ),
    ),
  );
  let waiting = false;
  return {
    element,
    changed(read) {
      if (waiting) return;
      waiting = true;
      setTimeout(() => {
        waiting = false;
        for (const [name, text] of Object.entries(wordsOf(...read()))) {
          const value = values.get(name as FactName);
          if (value && value.textContent !== text) value.textContent = text;
        }
      }, REFRESH_MS);
    },
  };
}

function wordsOf(summary: Summary, chat: ChatState | undefined): Readonly<Record<FactName, string>> {
  const { sessionId, role, cursor, newest, echoMs, framesIn, framesOut } = summary;
  return {
    Connection: chat ? connectionWords(chat) : '–',
    Session: sessionId ?? (role === 'follower' ? 'held by another tab' : '–'),
    Role: role ?? (sessionId === null ? '–' : 'only tab'),
    Outbox: `${chat?.outbox.length ?? 0}`,
    'Asked from': cursor === null ? (sessionId === null ? '–' : 'start') : `#${cursor}`,
    Newest: newest === null ? '–' : `#${newest}`,
    'Last echo': echoMs === null ? '–' : `${Math.round(echoMs).toLocaleString('en-GB')} ms`,
    Frames: `${framesIn.toLocaleString('en-GB')} ↓ ${framesOut.toLocaleString('en-GB')} ↑`,
  };
}

function connectionWords({ connection: { phase, code, retryAt } }: ChatState): string {
  // Before the panel there is no such field (EMBEDDING, state).
  const until = typeof retryAt !== 'number' ? '' : ` · next try by ${new Date(retryAt).toLocaleTimeString('en-GB')}`;
  return `${phase}${code ? ` · ${code}` : ''}${until}`;
}
