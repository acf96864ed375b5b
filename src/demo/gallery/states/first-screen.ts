/** The first screen of a site that has one, before the visitor has written. */

import { GREETING, type StateGroup } from './gallery-state.ts';

const STARTERS = [
  'Where is my order?',
  'When are you open?',
  { label: 'Repair a chair', text: 'I would like to have a chair repaired.' },
  'How do I oil a table?',
];

const LINKS = [
  { label: 'Delivery and returns', url: 'https://example.com/delivery' },
  { label: 'Care guides', url: 'https://example.com/care' },
];

/** The viewer's time zone, because the gallery's frozen time is local. */
const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();

export const FIRST_SCREEN: StateGroup = {
  title: 'First screen',
  states: [
    {
      name: 'home',
      title: 'Home',
      chat: { messages: [GREETING] },
      settings: {
        starters: STARTERS.slice(0, 3),
        hours: { zone, week: { 'mon-fri': '9:00-18:00' } },
        links: LINKS,
        teamText: 'I would like to talk to somebody from the shop.',
      },
    },
    {
      name: 'home-away',
      title: 'Outside opening hours',
      settings: {
        starters: STARTERS,
        hours: { zone, week: { mon: '9:00-18:00' } },
        links: LINKS,
        phone: '+44 20 7946 0123',
        email: 'hello@example.com',
        contactUrl: 'https://example.com/contact',
      },
    },
    { name: 'home-links', title: 'Links only', settings: { links: LINKS } },
    {
      name: 'home-long',
      title: 'Home with long words',
      settings: {
        starters: [
          'I have moved house since I ordered, and the table is to go to another address, please',
          'Donaudampfschifffahrtsgesellschaftskapitänsmützenständer',
          'ما هي مواعيد العمل لديكم؟',
        ],
        teamText: 'Hello',
        teamNoun: 'the joiners, upholsterers and oilers of the Harbour & Pine workshop',
        links: [
          {
            label: 'Everything about wood, from the forest to the table, in eleven chapters',
            url: 'https://example.com/wood',
          },
        ],
      },
    },
  ],
};
