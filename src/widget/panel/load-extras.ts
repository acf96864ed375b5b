/** Imports the chunk with the extras (extras.ts). The build for the script tag replaces this file by load-extras-script.ts. */

/** `tries` counts the earlier attempts. */
export const loadExtras = (_tries: number) => import('./extras.ts');
