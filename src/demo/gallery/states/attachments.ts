/** Attachments and call actions of messages. */

import { agentSays, GREETING, MARIA, personSays, type StateGroup, visitorSays } from './gallery-state.ts';
import { BROKEN, CHAIR } from './pictures.ts';

const SHOP = 'https://www.example.com/chairs/skerry';

const card = {
  kind: 'url',
  title: 'Skerry armchair in pine with a wool cushion',
  contentUrl: SHOP,
  previewImageUrl: CHAIR,
  callToAction: 'See the chair',
} as const;
const image = {
  kind: 'image',
  title: 'The Skerry armchair',
  contentUrl: SHOP,
  previewImageUrl: CHAIR,
  callToAction: '',
} as const;

const ASKED = [GREETING, visitorSays('Do you have an armchair?', 1)];

export const ATTACHMENTS: StateGroup = {
  title: 'Attachments',
  states: [
    {
      name: 'link-card',
      title: 'Link card',
      note: 'With and without a picture',
      chat: {
        messages: [
          ...ASKED,
          agentSays('This one is in stock:', 0, { attachments: [card] }),
          agentSays('', 0, {
            attachments: [{ ...card, title: 'All armchairs', previewImageUrl: '', callToAction: 'Browse' }],
          }),
        ],
      },
    },
    {
      name: 'cards',
      title: 'Several cards',
      note: 'Scroll sideways',
      chat: {
        messages: [
          ...ASKED,
          agentSays('These three are in stock:', 0, {
            attachments: [
              card,
              { ...card, title: 'Holm stool in oak', callToAction: 'See the stool' },
              { ...card, title: 'A bench for the hall' },
            ],
          }),
        ],
      },
    },
    {
      name: 'cards-person',
      title: 'Pictures from a person',
      chat: {
        party: 'live',
        agent: MARIA,
        messages: [
          ...ASKED,
          personSays('Here it is from all sides.', 0, { attachments: [image, image, { ...image, title: '' }, image] }),
        ],
      },
    },
    {
      name: 'image',
      title: 'Image',
      chat: { messages: [...ASKED, agentSays('Here it is by the window.', 0, { attachments: [image] })] },
    },
    {
      name: 'image-viewer',
      title: 'Image viewer',
      note: 'Covers the page: shown only when it is the only state',
      chat: { messages: [...ASKED, agentSays('Here it is by the window.', 0, { attachments: [image] })] },
      pressIfSingle: ['[part~=image]'],
    },
    {
      name: 'image-failed',
      title: 'Failed image',
      chat: {
        messages: [
          ...ASKED,
          agentSays('Here it is by the window.', 0, { attachments: [{ ...image, previewImageUrl: BROKEN }] }),
        ],
      },
    },
    {
      name: 'call',
      title: 'Phone numbers',
      chat: {
        messages: [
          ...ASKED,
          agentSays('The workshop knows more.', 0, {
            callActions: [
              { title: 'Call the workshop', number: '+44 20 7946 0123' },
              { title: '', number: '020 7946 0124' },
            ],
          }),
        ],
      },
    },
  ],
};
