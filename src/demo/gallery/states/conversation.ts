/** A normal conversation, from the first connection to a long reply. */

import {
  agentSays,
  connection,
  GREETING,
  mark,
  minutesAgo,
  personSays,
  SHORT_TALK,
  type StateGroup,
  visitorSays,
} from './gallery-state.ts';
import { FACE } from './pictures.ts';

const LONG_ANSWER = `Here is what a repair involves.

1. **Photos first.** Send two of the damage and one of the whole piece.
2. **An estimate** within two working days.
3. **Collection** on Tuesdays and Fridays.

Before we come:

- [x] Reference sent
- [ ] Drawers emptied

| Piece | Usual work | From |
| --- | --- | ---: |
| Skerry armchair | New joint | € 45 |
| Pier table | Oil and sand | € 120 |
| Shelf | One board | € 30 |

Your reference goes into the subject line:

\`\`\`
REPAIR-2026-0312
piece: skerry-armchair
\`\`\`

More at [our repair page](https://example.com/repairs), or just ask \`repair status\` here.`;

const DAY = 24 * 60;

/** Two chats that are over. */
const EARLIER = [
  [
    visitorSays('Can you repair the leg of a chair that my dog has used as a toy since the spring?', DAY + 32),
    agentSays('We can. Please send a picture of it to the workshop.', DAY + 31),
    visitorSays('Done, thank you.', DAY + 26),
  ],
  [visitorSays('Where is my order?', 5 * DAY), agentSays('It left Leith this morning.', 5 * DAY)],
].map((messages, place) => ({ key: `${place}`, at: messages.at(-1)?.at ?? 0, messages }));

export const CONVERSATION: StateGroup = {
  title: 'Conversation',
  states: [
    {
      name: 'connecting',
      title: 'Connecting',
      note: 'The shape of a greeting, after 300 ms',
      chat: { connection: connection('connecting', 'creating'), party: 'none', agent: null },
    },
    {
      name: 'greeting',
      title: 'Greeting with suggestions',
      chat: {
        messages: [GREETING],
        suggestions: [{ text: 'Opening hours' }, { text: 'Where is my order?' }, { text: 'Book a repair' }],
      },
    },
    {
      name: 'conversation',
      title: 'Conversation',
      note: 'Groups, another day, a person with a face',
      chat: {
        party: 'live',
        agent: { kind: 'live', name: 'Maria Lindqvist', avatarUrl: FACE },
        messages: [
          agentSays('Hello, I am Fern.', DAY + 40),
          agentSays('Ask me about an order, opening hours or a repair.', DAY + 40),
          visitorSays('One leg of my table wobbles', DAY + 39),
          visitorSays('Can I talk to somebody?', DAY + 39),
          mark('live-joined', { name: 'Maria Lindqvist', avatarUrl: FACE }),
          personSays('Hi, Maria from the workshop here.', 6, { avatarUrl: FACE }),
          personSays('Which table is it, and since when?', 6, { avatarUrl: FACE }),
          visitorSays('The Pier. Since we moved last month.', 2),
        ],
      },
    },
    { name: 'typing', title: 'Typing', chat: { messages: SHORT_TALK, typing: { from: 'agent', name: 'Fern' } } },
    {
      name: 'streaming',
      title: 'Streaming',
      chat: {
        messages: [
          GREETING,
          visitorSays('How do I oil a table?', 1),
          agentSays('Sand along the grain first, wipe off the dust, and then put on a thin coat of', 0, {
            status: 'streaming',
          }),
        ],
      },
    },
    {
      name: 'interrupted',
      title: 'Reply cut off',
      chat: {
        messages: [
          GREETING,
          visitorSays('How do I oil a table?', 1),
          agentSays('Sand along the grain first, wipe off', 0, { status: 'interrupted' }),
        ],
      },
    },
    {
      name: 'long-answer',
      title: 'Long answer',
      note: 'List, table, code and a link',
      chat: { messages: [visitorSays('What does a repair involve?', 2), agentSays(LONG_ANSWER)] },
    },
    {
      name: 'sources',
      title: 'Sources',
      note: 'Footnotes with links at the end of a reply',
      chat: {
        messages: [
          GREETING,
          visitorSays('May I bring a table back?', 2),
          agentSays(
            'Within thirty days, if it has not been oiled yet [1]. How to oil one is in the care guide [2].\n\n' +
              '[1]: https://example.com/returns "Delivery and returns"\n' +
              '[2]: https://example.com/care/wood/oil-and-wax "Oil, wax and soap for wooden surfaces, in eleven chapters"\n' +
              '[3]: https://www.example.com',
          ),
        ],
      },
    },
    {
      name: 'widened',
      title: 'Widened',
      note: 'With the button in the header',
      wide: true,
      settings: { renderMode: 'floating' },
      chat: {
        messages: [GREETING, visitorSays('What does a repair involve?', 2), agentSays(LONG_ANSWER)],
        suggestions: [{ text: 'Book a repair' }, { text: 'Opening hours' }],
      },
      press: ['[part~=widen]'],
    },
    {
      name: 'draft',
      title: 'Writing',
      chat: { messages: SHORT_TALK, draft: 'And on the Sunday after?\nWe would come by boat.' },
    },
    {
      name: 'menu',
      title: 'Menu',
      chat: { messages: SHORT_TALK },
      press: ['[part~=menu-button]'],
    },
    {
      name: 'past-chats',
      title: 'Past chats',
      chat: { messages: SHORT_TALK, earlier: EARLIER },
      press: ['[part~=menu-button]', '[role=menuitem]:has(.icon-history)'],
    },
    {
      name: 'past-chat',
      title: 'Past chat',
      chat: { messages: SHORT_TALK, earlier: EARLIER },
      press: ['[part~=menu-button]', '[role=menuitem]:has(.icon-history)', '.past-line'],
    },
    {
      name: 'end-question',
      title: 'End confirmation',
      chat: { messages: SHORT_TALK },
      press: ['[part~=menu-button]', '.popover > :last-child'],
    },
    {
      name: 'menu-languages',
      title: 'Language menu',
      chat: { messages: SHORT_TALK },
      settings: { languages: 'en,de,ar' },
      press: ['[part~=menu-button]', '[role=menuitem][aria-haspopup]'],
    },
    {
      name: 'new-from-here',
      title: 'Unread divider',
      note: 'Two messages came while the panel was closed',
      chat: {
        messages: [...SHORT_TALK, agentSays('On Sundays we are closed.', 1), agentSays('Shall I book a visit?', 1)],
      },
      missed: 2,
    },
    {
      name: 'copy-message',
      title: 'Copying a message',
      note: 'While the button has the focus',
      chat: { messages: SHORT_TALK },
      look: { of: '.copying:has([tabindex="0"])', as: 'focus-within' },
    },
    {
      name: 'scrolled-up',
      title: 'Scrolled up',
      note: 'Jump to latest',
      chat: {
        unread: 2,
        messages: Array.from({ length: 16 }, (_, turn) =>
          turn % 2 === 0
            ? visitorSays(`Question ${turn / 2 + 1}: is the shelf in stock?`, 40 - turn)
            : agentSays('Yes, it is in stock in pine and in oak, and can be sent tomorrow.', 40 - turn),
        ),
      },
      scrolledUp: true,
    },
    {
      name: 'language',
      title: 'Language changed',
      chat: {
        language: 'fr',
        messages: [
          ...SHORT_TALK,
          visitorSays('Parlez-vous français ?', 2),
          mark('language', { name: 'fr', at: minutesAgo(1) }),
          agentSays('Bien sûr. Que puis-je faire pour vous ?', 1),
        ],
      },
    },
  ],
};
