import { ChatWidget, type NatterHandle } from 'natter/react';
import { useRef, useState } from 'react';

export function App() {
  const chat = useRef<NatterHandle>(null);
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  const [wanted, setWanted] = useState(true);
  const [answer, setAnswer] = useState('none yet');

  return (
    <main data-theme={theme}>
      <h1>Harbour &amp; Pine</h1>
      <p>
        <button type="button" onClick={() => chat.current?.open()}>
          Ask us
        </button>
        <button type="button" onClick={() => setTheme(theme === 'light' ? 'dark' : 'light')}>
          Lights {theme === 'light' ? 'off' : 'on'}
        </button>
        <label>
          <input type="checkbox" checked={wanted} onChange={event => setWanted(event.target.checked)} /> Chat
        </label>
      </p>
      <p>
        Last answer: <output>{answer}</output>
      </p>
      {wanted && (
        <ChatWidget
          ref={chat}
          broker="http://localhost:4000"
          title="Harbour & Pine"
          color="#1f5f4a"
          theme={theme}
          onMessage={({ from, text }) => from !== 'user' && setAnswer(text)}
        />
      )}
    </main>
  );
}
