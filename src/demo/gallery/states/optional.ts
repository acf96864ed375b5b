/** The parts that a site enables with a setting: attachments and feedback on replies. */

import { SHORT_TALK, type StateGroup, visitorSays } from './gallery-state.ts';

const file = (name: string): File => new File(['abc'], name, { type: 'image/jpeg' });

const SENT = visitorSays(
  'The leg is loose.\n\n[chair-from-the-left.jpg](https://files.example.com/1)\n[receipt.pdf](https://files.example.com/2)',
  2,
);

export const OPTIONAL: StateGroup = {
  title: 'Optional parts',
  states: [
    {
      name: 'attach',
      title: 'Attachments',
      note: 'One of three uploads failed',
      chat: { messages: [...SHORT_TALK, SENT], draft: 'And this is the other side.' },
      settings: {
        onAttach: async files =>
          files.map(({ name }) => ({ url: name.startsWith('a') ? '' : `https://files.example.com/${name}` })),
        attachLimits: { files: 3 },
      },
      drop: ['chair.jpg', 'a-picture-of-the-whole-room-with-the-chair-in-the-middle.jpg', 'leg.jpg', 'more.jpg'].map(
        file,
      ),
    },
    {
      name: 'attach-uploading',
      title: 'Uploading',
      chat: { messages: SHORT_TALK },
      settings: { onAttach: () => new Promise(() => {}) },
      drop: [file('chair.jpg'), file('leg.jpg')],
    },
    {
      name: 'feedback',
      title: 'Feedback',
      chat: { messages: SHORT_TALK },
      settings: { feedback: 'on' },
      press: ['.thumb.up', '.message:last-of-type .thumb.down'],
    },
  ],
};
