/** A chat with its own looks: signals hold its state, and method calls tell it what the visitor does. */

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

// No server is asked for anything before this. Visitors who have been here before find their conversation again.
input.addEventListener('focus', () => chat.open(), { once: true });
input.addEventListener('input', () => chat.setDraft(input.value));

form.addEventListener('submit', event => {
  event.preventDefault();
  // `null` means that the text was blank or too large for the platform. The field keeps it.
  if (chat.send(input.value) !== null) input.value = '';
});
