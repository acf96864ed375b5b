/** Fetches the application for a painted launcher, one attempt at a time. early-api.ts decides when. */

import type { Embed } from './painted.ts';

export interface Chunk {
  readonly embed: Embed;
}

export interface FetchParts {
  /** Name of the application's file. */
  readonly application: string;
  /** Fetches a file. `name` is different for each attempt, because browsers may cache a failed import. */
  fetchChunk(name: string): Promise<Chunk>;
}

export interface Fetching {
  /** Returns true while the chunk is being fetched, and after it has been fetched. */
  isBusy(): boolean;
  /** Fetches the chunk and calls `came` with it. Calls `failed` if the fetch fails or `came` throws. */
  fetch(came: (chunk: Chunk) => unknown, failed: (error: unknown) => void): void;
}

/** `button` is marked as busy during a fetch. */
export function createFetching({ application, fetchChunk }: FetchParts, button: HTMLElement): Fetching {
  let tries = 0;
  let busy: 'true' | null = null;
  return {
    isBusy: () => !!busy,
    fetch(came, failed) {
      busy = button.ariaBusy = 'true';
      fetchChunk(application + (tries++ ? `?${tries}` : ''))
        .then(came)
        .catch(error => {
          busy = button.ariaBusy = null;
          failed(error);
        });
    },
  };
}
