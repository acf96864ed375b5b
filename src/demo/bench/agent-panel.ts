/** Buttons for the script and the pace of the emulator's agent. The active ones are shown as pressed. */

import { button, createStatusLine, el, row } from '../page/elements.ts';
import type { EmulatorClient } from './emulator-client.ts';

export interface AgentPanel {
  readonly element: HTMLElement;
  /** Reads the current settings from the emulator, because other pages and scripts may have changed them. */
  refresh(): Promise<void>;
}

interface Choice {
  readonly name: string;
  /** The field of `/_control/agent`, and its value. */
  readonly change: Readonly<Record<string, string | number>>;
  readonly words: string;
}

const SCRIPTS: readonly Choice[] = ['shop', 'echo', 'silent'].map(name => ({
  name,
  change: { script: name },
  words: `The agent follows “${name}”.`,
}));

const PACES: readonly Choice[] = [
  { name: 'at once', change: { pace: 0 }, words: 'The agent answers at once.' },
  { name: 'lifelike', change: { pace: 1 }, words: 'The agent thinks and types at a natural pace.' },
  { name: 'slow', change: { pace: 5 }, words: 'The agent takes five times as long.' },
];

export function createAgentPanel(control: EmulatorClient): AgentPanel {
  const status = createStatusLine();
  const buttons = [...SCRIPTS, ...PACES].map(choice => ({ choice, element: button(choice.name, () => use(choice)) }));
  const buttonsOf = (choices: readonly Choice[]) =>
    row(...buttons.filter(({ choice }) => choices.includes(choice)).map(({ element }) => element));

  function show(agent: object): void {
    for (const { choice, element } of buttons) {
      const inForce = Object.entries(choice.change).every(([name, value]) => Reflect.get(agent, name) === value);
      element.setAttribute('aria-pressed', `${inForce}`);
    }
  }

  async function use({ change, words }: Choice): Promise<void> {
    const answer = await control.call('POST', 'agent', change);
    if (answer.ok) show(answer.body as object);
    status.say(answer.ok ? words : answer.words, answer.ok ? 'done' : 'problem');
  }

  show({});
  return {
    element: el(
      'div',
      { className: 'part agent' },
      el('h4', {}, "Agent's script"),
      buttonsOf(SCRIPTS),
      el('h4', {}, "Agent's pace"),
      buttonsOf(PACES),
      status.element,
    ),
    async refresh() {
      const answer = await control.call('GET', 'agent');
      if (answer.ok) show(answer.body as object);
    },
  };
}
