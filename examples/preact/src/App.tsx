import { signal } from '@preact/signals';
import { ChatWidget, type PublicEvents } from 'natter/preact';
import { OwnChat } from './OwnChat';

const BROKER = 'http://localhost:4000';

const view = signal<'widget' | 'own' | 'none'>('widget');
const theme = signal<'light' | 'dark'>('light');
const answer = signal('none yet');

function hear({ from, text }: PublicEvents['message']): void {
  if (from !== 'user') answer.value = text;
}

export function App() {
  return (
    <main data-theme={theme.value}>
      <h1>Harbour &amp; Pine</h1>
      <nav>
        <button type="button" onClick={() => (view.value = 'widget')}>
          Widget
        </button>
        <button type="button" onClick={() => (view.value = 'own')}>
          Our own
        </button>
        <button type="button" onClick={() => (view.value = 'none')}>
          No chat
        </button>
        <button type="button" onClick={() => (theme.value = theme.value === 'light' ? 'dark' : 'light')}>
          Lights {theme.value === 'light' ? 'off' : 'on'}
        </button>
      </nav>
      <p>
        Last answer: <output>{answer}</output>
      </p>
      {view.value === 'widget' && (
        <ChatWidget broker={BROKER} title="Harbour & Pine" color="#1f5f4a" theme={theme.value} onMessage={hear} />
      )}
      {view.value === 'own' && <OwnChat broker={BROKER} />}
    </main>
  );
}
