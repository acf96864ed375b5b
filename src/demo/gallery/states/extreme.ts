/** States with extreme texts: very long, very many, in both directions. */

import { agentSays, type StateGroup, visitorSays } from './gallery-state.ts';

const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const LONG_NAME = 'Bartholomew Featherstonehaugh-Cholmondeley of the Department for Difficult Furniture';
/** Five letters with a hundred combining marks each. */
const HEAPED = [...'Heaps'].map(letter => letter + '\u0301\u0323\u0336\u0352'.repeat(25)).join('');
const WIDE_TABLE = `All of these can be sent this week.

| Piece | Wood | Width | Height | In stock | Price |
| --- | --- | ---: | ---: | --- | ---: |
| Skerry armchair | Oak, oiled | 78 cm | 92 cm | Aberdeen, Leith | € 640 |
| Pier table | Oak, waxed | 180 cm | 74 cm | Leith | € 1,180 |`;
/** Numbered lists whose numbers have one, two and three digits. */
const NUMBERS = `All that is to be done:

${Array.from({ length: 11 }, (_, place) => `${place + 1}. Step ${place + 1}, which takes more words than there are on a line.`).join('\n')}

And what comes at the very end of it:

98. The last but two.
99. The last but one.
100. The last of all, which takes more words than a line has.`;
/** 100 KB of plain sentences. */
const MUCH = 'All work on pine makes a dull table. '.repeat(2768);

export const EXTREME: StateGroup = {
  title: 'Extremes',
  states: [
    {
      name: 'long-words',
      title: 'Very long words and names',
      chat: {
        agent: { kind: 'agent', name: LONG_NAME, avatarUrl: '' },
        messages: [
          agentSays(`${WORD}${WORD}`, 2, { agentName: LONG_NAME }),
          visitorSays(`https://example.com/${'very-long-path/'.repeat(12)}?q=${WORD}`, 1),
          agentSays('See below.', 0, {
            agentName: LONG_NAME,
            attachments: [
              { kind: 'url', title: WORD, contentUrl: 'https://example.com', previewImageUrl: '', callToAction: WORD },
            ],
            callActions: [{ title: WORD, number: '+44 20 7946 0123' }],
          }),
        ],
        suggestions: [
          { text: WORD },
          { text: 'A suggestion that goes on for quite a while before it comes to its point' },
        ],
      },
      settings: { title: 'The Honourable Company of Harbour, Pine, Oak, Ash and Sons' },
    },
    {
      name: 'wide-table',
      title: 'Scrolling table',
      chat: { messages: [visitorSays('What do you have in oak?', 1), agentSays(WIDE_TABLE, 0)] },
    },
    {
      name: 'many-steps',
      title: 'Numbers of two and three digits',
      chat: { messages: [visitorSays('What is to be done?', 1), agentSays(NUMBERS, 0)] },
    },
    {
      name: 'much-text',
      title: 'A message of 100 KB',
      chat: { messages: [visitorSays('Tell me everything.', 1), agentSays(MUCH)] },
    },
    {
      name: 'emoji-and-directions',
      title: 'Emoji, other scripts, both directions',
      chat: {
        agent: { kind: 'agent', name: 'دعم נועה 🪑', avatarUrl: '' },
        messages: [
          agentSays('👋🏽👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿', 3, { agentName: 'دعم נועה 🪑' }),
          agentSays('مرحبا، طلبك رقم ORDER-1234 سيصل يوم الخميس.', 3, { agentName: 'دعم נועה 🪑' }),
          visitorSays('The label says שלום, is that right? 🤔', 2),
          agentSays('はい、そうです。木曜日に届きます。', 1, { agentName: 'דנה' }),
          visitorSays('شكرا 🙏', 0),
        ],
        suggestions: [{ text: 'أين طلبي؟' }, { text: 'Where is it?' }, { text: '👍' }],
      },
    },
    {
      name: 'marks',
      title: 'Combining marks',
      chat: {
        messages: [
          agentSays('What stands here can be read.', 3),
          visitorSays(HEAPED, 2),
          agentSays('ที่นี่ ปั๊มน้ำ ผู้ใหญ่ ซึ้ง · Ế Ỗ Ặ · श्रीं क्लीं · السَّلَامُ عَلَيْكُمْ', 1),
          agentSays(HEAPED, 0),
        ],
      },
    },
  ],
};
