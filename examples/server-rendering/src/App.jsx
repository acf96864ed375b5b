import { ChatWidget } from 'natter/react';
import { useState } from 'react';

export function App() {
  const [answer, setAnswer] = useState('none yet');

  return (
    <main>
      <h1>Harbour &amp; Pine</h1>
      <p>
        Last answer: <output>{answer}</output>
      </p>
      <ChatWidget
        broker="http://localhost:4000"
        title="Harbour & Pine"
        color="#1f5f4a"
        languages={['en', 'de']}
        onMessage={({ from, text }) => from !== 'user' && setAnswer(text)}
      />
    </main>
  );
}
