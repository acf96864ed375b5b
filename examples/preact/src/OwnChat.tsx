/** The same conversation in markup of our own. Only components that read a signal are drawn again when it changes. */

import { useSignal } from '@preact/signals';
import { type HostedChat, useChat } from 'natter/preact';
import { useEffect } from 'preact/hooks';

export function OwnChat({ broker }: { broker: string }) {
  const chat = useChat({ broker });
  useEffect(() => chat.open(), [chat]);

  return (
    <section>
      <Status chat={chat} />
      <Lines chat={chat} />
      <Composer chat={chat} />
    </section>
  );
}

function Status({ chat }: { chat: HostedChat }) {
  const { status } = chat.connection.value;
  return <p role="status">{chat.typing.value ? 'Somebody is writing …' : status}</p>;
}

function Lines({ chat }: { chat: HostedChat }) {
  return (
    <div role="log" aria-label="Messages">
      <ol>
        {chat.messages.value.map(
          item =>
            item.kind === 'message' && (
              <li key={item.key} data-from={item.from}>
                {item.text}
              </li>
            ),
        )}
      </ol>
    </div>
  );
}

function Composer({ chat }: { chat: HostedChat }) {
  const text = useSignal('');
  const send = (event: Event) => {
    event.preventDefault();
    chat.send(text.value);
    text.value = '';
  };

  return (
    <form onSubmit={send}>
      <input aria-label="Your message" value={text} onInput={event => (text.value = event.currentTarget.value)} />
      <button type="submit">Send</button>
    </form>
  );
}
