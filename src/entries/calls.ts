/** A chunk that the application fetches when the broker offers telephone calls and the visitor may need one. */

export { createCalls, styles } from '../ui/calls/calls.ts';
