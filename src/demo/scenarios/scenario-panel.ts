/**
 * Buttons for all words that the emulator's scripted agent understands. For each there is a link to a page that sends the same words automatically.
 */

import { button, el, row } from '../page/elements.ts';

export interface ScenarioGroup {
  readonly title: string;
  /** Messages that the visitor sends. */
  readonly words: readonly string[];
}

/** All scenarios. `echo` and `order` may be followed by any words. */
export const SCENARIOS: readonly ScenarioGroup[] = [
  { title: 'The shop', words: ['hello', 'order', 'order HP-1042', 'opening hours', 'payment', 'help'] },
  { title: 'Replies', words: ['long', 'stream', 'slow', 'echo **Hello**, how are you?'] },
  { title: 'Cards and suggestions', words: ['card', 'image', 'call', 'suggestions'] },
  {
    title: 'A person',
    words: ['handoff', 'bye', 'handoff failed', 'handoff timeout', 'handoff client', 'handoff desk'],
  },
  { title: 'Languages', words: ['de', 'fr', 'es', 'ar', 'ja', 'en'].map(code => `language ${code}`) },
  {
    title: 'Errors',
    words: [
      'high load',
      'start',
      'no response',
      'agent',
      'session not found',
      'session unavailable',
      'connector',
      'conversation',
      'conversation id',
      'handoff connect',
      'forward',
      'handoff',
    ].map(word => `error ${word}`),
  },
  { title: 'The end', words: ['end'] },
];

/** `say` sends a message as the visitor. `linkTo` returns the address of a page that sends this message with the current faults. */
export function createScenarioPanel(
  say: (words: string) => void,
  linkTo: (words: string) => Promise<string>,
): HTMLElement {
  const link = el('a', { className: 'scenario-link', hidden: true }, 'Link to this, with the faults in force');
  async function use(words: string): Promise<void> {
    say(words);
    link.href = await linkTo(words);
    link.hidden = false;
  }
  return el(
    'div',
    {},
    ...SCENARIOS.flatMap(({ title, words }) => [
      el('h4', {}, title),
      row(...words.map(each => button(each, () => void use(each), 'scenario'))),
    ]),
    link,
  );
}
