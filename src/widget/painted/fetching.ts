/** Fetches the application for a painted launcher, one attempt at a time. early-api.ts decides when. */

import type { Embed } from './painted.ts';

export interface Chunk {
  readonly embed: Embed;
}

export interface FetchParts {
  /** Name of the application's file. */
  readonly application: string;
  /** Fetches a file. `name` differs with each attempt, because browsers may remember a failed import for ever. */
  fetchChunk(name: string): Promise<Chunk>;
}

export interface Fetching {
  /** True while the chunk is being fetched, and once it is here. */
  isBusy(): boolean;
  /** Calls `came`, or `failed` if there is none or if it throws. */
  fetch(came: (chunk: Chunk) => unknown, failed: (error: unknown) => void): void;
}

/** `button` shows that it is busy meanwhile. */
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
