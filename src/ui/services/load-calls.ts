/** Fetches the cards for telephone calls. The build of the script tag's files puts load-calls-script.ts in this file's place. */

export const loadCalls = () => import('../calls/calls.ts');
