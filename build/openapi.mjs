/** The OpenAPI documents of the two hosts, as the emulator serves them, for docs/api. */

import { runnerImport } from 'vite';
import { formatted } from './formatted.mjs';
import { fromRoot } from './paths.mjs';

/** File name from the project's root → text. */
export async function openApiDocuments() {
  const { module } = await runnerImport(fromRoot('src/emulator/rest/openapi.ts'));
  return ['runtime', 'builder'].map(host => {
    const text = JSON.stringify(module.openApiDocument([host]));
    return [`docs/api/openapi-${host}.json`, formatted(text, 'document.json')];
  });
}
