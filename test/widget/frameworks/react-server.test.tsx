/**
 * @jsxImportSource react
 * @vitest-environment node
 */
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ChatWidget, useChat } from '../../../src/entries/react.ts';

let complaints: string[];

beforeEach(() => {
  complaints = [];
  for (const level of ['warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((...words) => complaints.push(words.join(' ')));
});

afterEach(() => {
  expect(globalThis).not.toHaveProperty('window');
  expect(complaints).toEqual([]);
  vi.restoreAllMocks();
});

it('a server renders the element with its settings as attributes, and nothing else', () => {
  const html = renderToString(
    <ChatWidget
      broker="https://chat.example.com"
      title={'Harbour & "Pine"'}
      languages={['en', 'de']}
      texts={{ send: 'Go' }}
      trace={() => {}}
      onMessage={() => {}}
      showHeader={false}
      className="help"
      id="chat"
      data-testid="chat"
    />,
  );
  expect(html).toBe(
    '<natter-chat class="help" broker="https://chat.example.com" title="Harbour &amp; &quot;Pine&quot;" languages="en,de" ' +
      'show-header="false" id="chat" data-testid="chat"></natter-chat>',
  );
});

it('a server keeps a path as the broker unchanged', () => {
  expect(renderToString(<ChatWidget broker="/api/chat" />)).toBe('<natter-chat broker="/api/chat"></natter-chat>');
});

function Lines() {
  const chat = useChat({ broker: 'https://chat.example.com' });
  return <p>{`${chat.connection.status} ${chat.messages.length}`}</p>;
}

it('a server renders a chat that has not begun', () => {
  expect(renderToString(<Lines />)).toBe('<p>idle 0</p>');
});
