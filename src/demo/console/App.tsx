/** The QA console: its header, the list of panels, and the panel that the address names. */

import type { FunctionComponent, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { AlertsPanel } from './alerts/AlertsPanel.tsx';
import { ConcurrencyPanel } from './concurrency/ConcurrencyPanel.tsx';
import { ConversationList } from './conversations/ConversationList.tsx';
import { ConversationView } from './conversations/ConversationView.tsx';
import { BranchesPanel } from './deployments/BranchesPanel.tsx';
import { ConfigPanel } from './deployments/ConfigPanel.tsx';
import { DeploymentsPanel } from './deployments/DeploymentsPanel.tsx';
import { VariantsPanel } from './deployments/VariantsPanel.tsx';
import { DeskPanel } from './desk/DeskPanel.tsx';
import { useKeptFocus } from './kit/kept-focus.ts';
import { linkTo, type Route, useRoute } from './kit/route.ts';
import { RecorderPanel } from './recorder/RecorderPanel.tsx';
import { CallsPanel } from './telephony/CallsPanel.tsx';

interface PanelEntry {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly view: FunctionComponent<{ readonly route: Route }>;
}

function Conversations({ route }: { readonly route: Route }): JSX.Element {
  return route.id ? <ConversationView route={route} /> : <ConversationList route={route} />;
}

const PANELS: readonly [PanelEntry, ...PanelEntry[]] = [
  {
    name: 'conversations',
    title: 'Conversations',
    about: 'What was said, how fast, and what was stored. Oldest first.',
    view: Conversations,
  },
  {
    name: 'alerts',
    title: 'Alerts',
    about: 'Rules, their states since this page was opened, and the notices that were posted.',
    view: AlertsPanel,
  },
  {
    name: 'deployments',
    title: 'Deployments',
    about: 'A version goes from the draft to sandbox, pre-release and live.',
    view: DeploymentsPanel,
  },
  {
    name: 'concurrency',
    title: 'Concurrency',
    about: 'How many conversations went on at the same time, by windows of five minutes. Drag over the chart to zoom.',
    view: ConcurrencyPanel,
  },
  { name: 'branches', title: 'Branches', about: 'Changes beside main, and their way into it.', view: BranchesPanel },
  { name: 'variants', title: 'Variants', about: 'Versions of the agent for different customers.', view: VariantsPanel },
  {
    name: 'config',
    title: 'Live config',
    about: 'Values that the agent uses from its next turn on, without publishing.',
    view: ConfigPanel,
  },
  {
    name: 'desk',
    title: 'Desk',
    about: 'Play the person of the team: accept visitors who wait after a hand-off, answer, transfer, leave.',
    view: DeskPanel,
  },
  {
    name: 'recorder',
    title: 'Recorder',
    about: 'Record a conversation with its faults, replay it against the widget, and compare the transcripts.',
    view: RecorderPanel,
  },
  { name: 'calls', title: 'Calls', about: 'Calls to customers, and numbers reserved for theirs.', view: CallsPanel },
];

export function App(): JSX.Element {
  const route = useRoute();
  const panel = PANELS.find(each => each.name === route.panel) ?? PANELS[0];
  const heading = useRef<HTMLHeadingElement>(null);
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useKeptFocus(main);
  useEffect(() => {
    document.title = `${panel.title} – Natter QA console`;
    // A link of the page moves the focus to what it has opened, as a new page would.
    if (!first.current) heading.current?.focus();
    first.current = false;
  }, [panel.name, route.id]);
  const View = panel.view;
  return (
    <>
      <header class="top">
        <h1>
          <a href="/">Natter</a> <span>QA console</span>
        </h1>
        <nav aria-label="Other pages">
          <a href="/#bench">Test bench</a>
          <a href="/gallery.html">Gallery</a>
        </nav>
      </header>
      <nav class="panels" aria-label="Panels">
        {PANELS.map(each => (
          <a key={each.name} href={linkTo(each.name)} aria-current={each === panel ? 'page' : undefined}>
            {each.title}
          </a>
        ))}
      </nav>
      <main ref={main}>
        <h2 ref={heading} tabIndex={-1}>
          {panel.title}
        </h2>
        <p class="about">{panel.about}</p>
        <View key={panel.name} route={route} />
      </main>
    </>
  );
}
