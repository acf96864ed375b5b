/** Answers the requests of the gallery's chats in the place of a broker. Each state has an address of its own. */

import type { GalleryState } from './states/gallery-state.ts';

const GALLERY = 'https://gallery.invalid';

export const brokerOf = ({ name }: GalleryState): string => `${GALLERY}/${name}`;

/** Replaces the page's `fetch`, for these addresses only. */
export function answerAsBroker(states: readonly GalleryState[]): void {
  const { fetch } = window;
  window.fetch = async (input, init) => {
    const url = `${input instanceof Request ? input.url : input}`;
    if (!url.startsWith(`${GALLERY}/`)) return fetch(input, init);
    const [, name, path = ''] = /^\/([^/]+)(\/.*)$/.exec(url.slice(GALLERY.length)) ?? [];
    const answer = states.find(state => state.name === name)?.answers?.[path];
    if (answer === undefined) return new Response('{}', { status: 404 });
    return Response.json(answer, { status: 'error' in answer ? 503 : 200 });
  };
}
