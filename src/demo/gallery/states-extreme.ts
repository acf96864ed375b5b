/** What people and platforms really write: too long, too much, both directions at once. */

import { agentSays, type StateGroup, visitorSays } from './state.ts';

const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const LONG_NAME = 'Bartholomew Featherstonehaugh-Cholmondeley of the Department for Difficult Furniture';
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
  ],
};
