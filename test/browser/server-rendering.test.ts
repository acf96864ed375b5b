import { expect, it } from 'vitest';
import { createChat } from '../../src/widget/create-chat.ts';

it('[O5] a chat can be made where there is no page, and asks nobody for anything', () => {
  const chat = createChat({ broker: 'https://chat.example.com' });
  expect(chat.state.value.connection).toMatchObject({ status: 'idle', phase: 'idle' });
  expect(chat.state.value.messages).toEqual([]);
  chat.dispose();
});
