/** Before anything else, where the visitor has to agree first. */

import type { StateGroup } from './state.ts';

export const CONSENT: StateGroup = {
  title: 'Consent',
  states: [
    {
      name: 'consent',
      title: 'Question before the chat',
      settings: {
        consent: 'required',
        privacyUrl: 'https://example.com/privacy',
        termsUrl: 'https://example.com/terms',
        disclaimer: 'Answers come from software and may be wrong.',
      },
    },
    { name: 'consent-plain', title: 'Question without links', settings: { consent: 'required' } },
  ],
};
