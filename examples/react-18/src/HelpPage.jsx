import { ChatWidget } from 'natter/react';
import { useState } from 'react';

export function HelpPage({ theme }) {
  const [answer, setAnswer] = useState('none yet');

  return (
    <>
      <h1>Help</h1>
      <p>
        Last answer: <output>{answer}</output>
      </p>
      <ChatWidget
        className="help-chat"
        broker="http://localhost:4000"
        renderMode="inline"
        autoOpen
        title="Harbour & Pine"
        theme={theme}
        onMessage={({ from, text }) => from !== 'user' && setAnswer(text)}
      />
    </>
  );
}
