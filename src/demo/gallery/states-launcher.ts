/** The round button in the corner. */

import { connection, type GalleryState, type StateGroup } from './state.ts';

const launcher = (name: string, title: string, unread: number, rest: Partial<GalleryState> = {}): GalleryState => ({
  name: `launcher-${name}`,
  title,
  settings: { renderMode: 'floating' },
  ...rest,
  chat: { open: false, unread, ...rest.chat },
});

export const LAUNCHER: StateGroup = {
  title: 'Launcher',
  states: [
    launcher('idle', 'Launcher', 0),
    launcher('unread', 'Launcher, one unread', 1),
    launcher('many', 'Launcher, ten unread', 10),
    launcher('offline', 'Launcher, offline', 0, {
      chat: { connection: connection('offline', 'waiting', 'offline') },
    }),
    launcher('hover', 'Launcher under the pointer', 0, { look: { of: '.launcher', as: 'hover' } }),
    launcher('prompt', 'Invitation', 1, { prompt: 'Hello! Can I help you find a chair?' }),
    launcher('prompt-long', 'Long invitation', 0, {
      prompt:
        'Until Sunday, oiling a table costs nothing when you buy a chair. Ask us which oil suits yours, and how often.',
    }),
    launcher('focus', 'Launcher with the focus', 0, { look: { of: '.launcher', as: 'focus-visible' } }),
  ],
};
