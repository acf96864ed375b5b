/** The inspector's figures. Each has a fixed place, because the layout must not shift when they change. */

import type { ChatState } from '../../entries/index.ts';
import type { Summary } from '../log/summary.ts';
import { el } from '../page/elements.ts';

/** Milliseconds between updates. Each update copies the widget's state, and nobody reads figures faster. */
const REFRESH_MS = 250;

const NAMES = ['Connection', 'Session', 'Role', 'Outbox', 'Cursor', 'Last sequence', 'Last echo', 'Frames'] as const;
type FigureName = (typeof NAMES)[number];
type Known = readonly [Summary, ChatState | undefined];

const MEANINGS: Readonly<Record<FigureName, string>> = {
  Connection: "The widget's status, and the reason for it",
  Session: "The platform's id of the session",
  Role: 'Whether this tab holds the socket',
  Outbox: 'Messages that the platform has not confirmed',
  Cursor: 'The cursor: the socket asked for what is newer than this sequence',
  'Last sequence': 'The highest sequence seen in this session',
  'Last echo': 'From sending a message to its echo',
  Frames: 'Frames received and sent',
};

export interface Figures {
  readonly element: HTMLElement;
  /** Schedules an update after a change. */
  changed(read: () => Known): void;
}

export function createFigures(): Figures {
  const values = new Map(NAMES.map(name => [name, el('dd', {}, '–')]));
  const element = el(
    'dl',
    { className: 'chat-figures' },
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
        for (const [name, text] of Object.entries(figureTexts(...read()))) {
          const value = values.get(name as FigureName);
          if (value && value.textContent !== text) value.textContent = text;
        }
      }, REFRESH_MS);
    },
  };
}

function figureTexts(summary: Summary, chat: ChatState | undefined): Readonly<Record<FigureName, string>> {
  const { sessionId, role, cursor, newest, echoMs, framesIn, framesOut } = summary;
  return {
    Connection: chat ? connectionText(chat) : '–',
    Session: sessionId ?? '–',
    Role: role ?? (sessionId === null ? '–' : 'only tab'),
    Outbox: `${chat?.outbox.length ?? 0}`,
    Cursor: cursor === null ? (sessionId === null ? '–' : 'start') : `#${cursor}`,
    'Last sequence': newest === null ? '–' : `#${newest}`,
    'Last echo': echoMs === null ? '–' : `${Math.round(echoMs).toLocaleString('en-GB')} ms`,
    Frames: `${framesIn.toLocaleString('en-GB')} ↓ ${framesOut.toLocaleString('en-GB')} ↑`,
  };
}

function connectionText({ connection: { phase, code, retryAt } }: ChatState): string {
  // Checks the type, because the field is absent before the panel has loaded (docs/EMBEDDING.md, state).
  const until = typeof retryAt !== 'number' ? '' : ` · next try by ${new Date(retryAt).toLocaleTimeString('en-GB')}`;
  return `${phase}${code ? ` · ${code}` : ''}${until}`;
}
