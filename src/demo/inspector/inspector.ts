/** The inspector's panel: diagram, figures, filter and list, put together around one stream of trace entries. */

import type { ChatState, TraceEntry } from '../../entries/index.ts';
import { button, createTold, el, toggle } from '../page/elements.ts';
import { redact } from '../page/redact.ts';
import { createFacts } from './figures.ts';
import { benchLine, eventLine, type LineKind, lineOf } from './log-entry.ts';
import { createLines, LINES_KEPT } from './log-store.ts';
import { createLineList } from './log-view.ts';
import { createPhaseDiagram } from './phase-diagram.ts';
import { reportOf } from './report.ts';
import { follow, NOTHING_YET } from './summary.ts';

export interface InspectorParts {
  /** The widget's own picture; undefined while there is no widget. */
  chat(): ChatState | undefined;
  /** What the page has set the widget up with. */
  settings(): Readonly<Record<string, unknown>>;
  /** Told now and then how the chat stands, also when nobody told this tab of a change: the state may be another tab's. */
  looked(chat: ChatState): void;
  /** Told the platform's id of the session whenever it is another one. */
  sessionChanged(id: string): void;
}

export interface Inspector {
  readonly element: HTMLElement;
  trace(entry: TraceEntry): void;
  /** A public event of the widget. */
  event(name: string, detail: unknown): void;
  /** Something done with the bench, or the emulator's answer to it. */
  note(title: string, detail: string, data: unknown): void;
}

const KINDS: readonly (readonly [LineKind, string])[] = [
  ['in', 'In'],
  ['out', 'Out'],
  ['input', 'Inputs'],
  ['event', 'Events'],
  ['bench', 'Bench'],
  ['role', 'Role'],
];

export function createInspector(parts: InspectorParts): Inspector {
  const lines = createLines();
  const diagram = createPhaseDiagram();
  const facts = createFacts();
  const count = el('p', { className: 'count' });
  const kinds = new Set(KINDS.map(([kind]) => kind));
  const list = createLineList(lines, { kinds, text: '' }, showCount);
  let summary = NOTHING_YET;

  function showCount(): void {
    const [seen, kept] = [lines.seen(), lines.all().length];
    const number = (value: number) => value.toLocaleString('en-GB');
    const lost = seen > kept ? ` · the last ${number(LINES_KEPT)} of ${number(seen)} are kept` : '';
    count.textContent = `${number(list.shown())} of ${number(kept)} shown${lost}`;
  }

  function trace(entry: TraceEntry): void {
    const before = summary.sessionId;
    summary = follow(summary, entry);
    lines.add(lineOf(entry));
    if (entry.kind === 'input') diagram.show(entry.phase);
    if (summary.sessionId !== null && summary.sessionId !== before) parts.sessionChanged(summary.sessionId);
  }

  function look(): ChatState | undefined {
    const chat = parts.chat();
    if (!chat) return undefined;
    diagram.show(chat.connection.phase);
    parts.looked(chat);
    return chat;
  }

  const report = () =>
    reportOf({
      at: Date.now(),
      userAgent: navigator.userAgent,
      address: redact(location.href),
      settings: parts.settings(),
      summary,
      chat: parts.chat(),
      lines: lines.all(),
      seen: lines.seen(),
    });
  lines.subscribe(() => facts.changed(() => [summary, look()]));
  showCount();
  return {
    element: el(
      'section',
      { className: 'inspector', attrs: { 'aria-labelledby': 'inspector-title' } },
      el('div', { className: 'inspector-head' }, el('h3', { id: 'inspector-title' }, 'Inspector'), count),
      el('div', { className: 'standing' }, diagram.element, facts.element),
      el('div', { className: 'tools' }, ...tools(kinds, list.filter, acts(lines.clear, list.pause, report))),
      list.element,
    ),
    trace,
    event: (name, detail) => lines.add(eventLine(Date.now(), name, detail)),
    note: (title, detail, data) => lines.add(benchLine(Date.now(), title, detail, data)),
  };
}

type Filtering = (filter: { readonly kinds: ReadonlySet<LineKind>; readonly text: string }) => void;

function tools(kinds: Set<LineKind>, filter: Filtering, acts: readonly HTMLElement[]): readonly HTMLElement[] {
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
      true,
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
    ...acts,
    el('div', { className: 'kinds', attrs: { role: 'group', 'aria-label': 'Kinds of entries' } }, ...switches),
  ];
}

function acts(clear: () => void, pause: (paused: boolean) => void, report: () => string): readonly HTMLElement[] {
  const told = createTold();
  const byHand = el('textarea', {
    className: 'by-hand',
    readOnly: true,
    hidden: true,
    attrs: { 'aria-label': 'Report' },
  });
  const copy = async (): Promise<void> => {
    const text = report();
    byHand.hidden = true;
    try {
      await navigator.clipboard.writeText(text);
      told.say('Copied.', 'done');
    } catch {
      // Without leave for the clipboard, or on a page without TLS: the tester's own keys still work.
      byHand.value = text;
      byHand.hidden = false;
      byHand.select();
      told.say('The browser does not let this page copy. Press Ctrl+C or ⌘C.');
    }
  };
  return [
    el(
      'div',
      { className: 'acts' },
      toggle('Pause', false, pause),
      button('Clear', clear),
      button('Copy report', () => void copy()),
    ),
    told.element,
    byHand,
  ];
}

// ---------------------------------------------------------------- the widget's trace

declare global {
  interface Window {
    demoTrace?: { push(entry: TraceEntry): void } | TraceEntry[];
  }
}

/**
 * Passes on the trace from its first entry. The widget may start before this module runs, so a script in the head of the page
 * (public/demo-settings.js) collects entries until this function replaces the collector.
 */
export function onTrace(take: (entry: TraceEntry) => void): void {
  const kept = window.demoTrace;
  window.demoTrace = { push: take };
  if (Array.isArray(kept)) for (const entry of kept) take(entry);
}
