/** The inspector: diagram, figures, filter and log, fed by one stream of trace entries. */

import type { ChatState, TraceEntry } from '../../entries/index.ts';
import type { Utterance } from '../log/heard.ts';
import { benchEntry, type EntryKind, eventEntry, heardEntry, type LogEntry, toLogEntry } from '../log/log-entry.ts';
import { createLogStore, MAX_ENTRIES } from '../log/log-store.ts';
import { createLogView } from '../log/log-view.ts';
import { EMPTY_SUMMARY, updateSummary } from '../log/summary.ts';
import { button, el, toggle } from '../page/elements.ts';
import { redact } from '../page/redact.ts';
import { type OpenedReport, reportOf, type Surroundings } from '../report/report.ts';
import { createReportActions } from '../report/report-actions.ts';
import { createFigures } from './figures.ts';
import { createPhaseDiagram } from './phase-diagram.ts';

export interface InspectorParts {
  /** Largest number of entries that are stored. Default 2000. */
  readonly maxEntries?: number;
  /** Returns the widget's state; undefined without a widget. */
  chat(): ChatState | undefined;
  /** Returns the settings of the page. */
  settings(): Readonly<Record<string, unknown>>;
  /** Called with the chat's state at every update. It may have changed without a trace entry, in another tab. */
  onState(chat: ChatState): void;
  /** Called with the platform's id of each new session. */
  onSession(id: string): void;
  /** Returns the facts about browser and servers, for reports. */
  surroundings(): Promise<Omit<Surroundings, 'userAgent' | 'address'>>;
  /** Returns a picture of the page as a `data:` address. Rejected if the browser does not allow it. */
  takePicture(): Promise<string>;
}

export interface Inspector {
  readonly element: HTMLElement;
  trace(entry: TraceEntry): void;
  /** Adds a public event of the widget. */
  event(name: string, detail: unknown): void;
  /** Adds an action of the bench, with the emulator's response. */
  note(title: string, detail: string, data: unknown): void;
  /** Adds words that a screen reader would read out. */
  heard(utterance: Utterance): void;
}

const KINDS: readonly (readonly [EntryKind, string])[] = [
  ['in', 'In'],
  ['out', 'Out'],
  ['input', 'Inputs'],
  ['event', 'Events'],
  ['bench', 'Bench'],
  ['role', 'Role'],
  ['heard', 'Heard'],
];

export function createInspector(parts: InspectorParts): Inspector {
  const { maxEntries = MAX_ENTRIES } = parts;
  const store = createLogStore(maxEntries);
  const diagram = createPhaseDiagram();
  const facts = createFigures();
  const count = el('p', { className: 'count' });
  // Hides inputs at first: there is one for each frame, and they matter only to developers of the widget.
  const kinds = new Set(KINDS.map(([kind]) => kind).filter(kind => kind !== 'input'));
  const list = createLogView(store, { kinds, text: '' }, showCount);
  let summary = EMPTY_SUMMARY;

  function showCount(): void {
    const [seen, kept] = [store.seen(), store.all().length];
    const number = (value: number) => value.toLocaleString('en-GB');
    const lost = seen > kept ? ` · the last ${number(maxEntries)} of ${number(seen)} are kept` : '';
    count.textContent = `${number(list.shown())} of ${number(kept)} shown${lost}`;
  }

  function trace(entry: TraceEntry): void {
    const before = summary.sessionId;
    summary = updateSummary(summary, entry);
    add(toLogEntry(entry));
    if (entry.kind === 'input') diagram.show(entry.phase);
    if (summary.sessionId !== null && summary.sessionId !== before) parts.onSession(summary.sessionId);
  }

  function readState(): ChatState | undefined {
    const chat = parts.chat();
    if (!chat) return undefined;
    diagram.show(chat.connection.phase);
    parts.onState(chat);
    return chat;
  }

  /** True while the log shows an opened report. Entries of this page are not added then. */
  let isOpened = false;
  const add = (entry: LogEntry): void => {
    if (!isOpened) store.add(entry);
  };

  async function report(picture: string | null): Promise<string> {
    return reportOf({
      ...(await parts.surroundings()),
      at: Date.now(),
      userAgent: navigator.userAgent,
      address: redact(location.href),
      settings: parts.settings(),
      summary,
      chat: parts.chat(),
      entries: store.all(),
      seen: store.seen(),
      picture,
    });
  }

  function open({ title, facts: known, entries }: OpenedReport): void {
    store.clear();
    isOpened = true;
    store.add(benchEntry(entries[0]?.at ?? Date.now(), title, '', known));
    for (const entry of entries) store.add(entry);
  }

  const reports = createReportActions({ report, open, takePicture: parts.takePicture });
  function clear(): void {
    isOpened = false;
    reports.showPicture(null);
    store.clear();
  }

  store.subscribe(() => facts.changed(() => [summary, readState()]));
  showCount();
  return {
    element: el(
      'section',
      { className: 'inspector', attrs: { 'aria-labelledby': 'inspector-title' } },
      el('div', { className: 'inspector-head' }, el('h3', { id: 'inspector-title' }, 'Inspector'), count),
      el('div', { className: 'overview' }, diagram.element, facts.element),
      el(
        'div',
        { className: 'tools' },
        ...filterTools(kinds, list.filter, [
          el(
            'div',
            { className: 'inspector-actions' },
            toggle('Pause', false, list.pause),
            button('Clear', clear),
            ...reports.buttons,
          ),
          ...reports.below,
        ]),
      ),
      list.element,
    ),
    trace,
    event: (name, detail) => add(eventEntry(Date.now(), name, detail)),
    note: (title, detail, data) => add(benchEntry(Date.now(), title, detail, data)),
    heard: utterance => add(heardEntry(Date.now(), utterance)),
  };
}

type Filtering = (filter: { readonly kinds: ReadonlySet<EntryKind>; readonly text: string }) => void;

function filterTools(
  kinds: Set<EntryKind>,
  filter: Filtering,
  actionButtons: readonly HTMLElement[],
): readonly HTMLElement[] {
  const search = el('input', {
    type: 'search',
    className: 'search',
    placeholder: 'Filter: message -heartbeat',
    autocomplete: 'off',
    spellcheck: false,
    attrs: { 'aria-label': 'Filter the entries by words; a minus in front leaves a word out' },
  });
  const changed = (): void => filter({ kinds, text: search.value });
  search.addEventListener('input', changed);
  const switches = KINDS.map(([kind, words]) =>
    toggle(
      words,
      kinds.has(kind),
      on => {
        if (on) kinds.add(kind);
        else kinds.delete(kind);
        changed();
      },
      `kind kind-${kind}`,
    ),
  );
  return [
    search,
    ...actionButtons,
    el('div', { className: 'kinds', attrs: { role: 'group', 'aria-label': 'Kinds of entries' } }, ...switches),
  ];
}

// ---------------------------------------------------------------- the widget's trace

declare global {
  interface Window {
    demoTrace?: { push(entry: TraceEntry): void } | TraceEntry[];
  }
}

/**
 * Passes on the trace from its first entry. The widget may start before this module runs. A script in the head of the page
 * (public/demo-settings.js) therefore collects entries until this function takes over.
 */
export function onTrace(take: (entry: TraceEntry) => void): void {
  const kept = window.demoTrace;
  window.demoTrace = { push: take };
  if (Array.isArray(kept)) for (const entry of kept) take(entry);
}
