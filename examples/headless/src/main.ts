/** A chat of its own looks: what it knows comes as signals, what the visitor does goes back as calls. */

import { createChat } from 'natter';
import { connectionLine } from './connection-line';
import { element } from './dom';
import { transcript } from './transcript';

const chat = createChat({ broker: 'http://localhost:4000' });

const form = element('#composer', HTMLFormElement);
const input = element('#composer input', HTMLInputElement);
const typing = element('#typing', HTMLElement);

chat.connection.subscribe(connectionLine(element('#connection', HTMLElement), chat));
chat.messages.subscribe(transcript(element('#messages', HTMLElement), chat));
chat.typing.subscribe(sign => {
  typing.textContent = sign ? `${sign.name || 'Somebody'} is writing …` : '';
});

// Until then no server is asked for anything. Whoever has been here before finds the conversation again.
input.addEventListener('focus', () => chat.open(), { once: true });
input.addEventListener('input', () => chat.setDraft(input.value));

form.addEventListener('submit', event => {
  event.preventDefault();
  // Null: blank, or larger than the platform takes. What the visitor wrote stays where it is.
  if (chat.send(input.value) !== null) input.value = '';
});
