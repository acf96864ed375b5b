/** Imports the chunk with the extras (extras.ts). The build of the script tag's files puts load-extras-script.ts in this file's place. */

/** `tries` counts the earlier attempts. */
export const loadExtras = (_tries: number) => import('./extras.ts');
