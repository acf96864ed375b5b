/** The chunk that the panel fetches: the chat itself, and what nobody sees before it has come. */

export { createExtras, prepare, prepareReturn, replies, reportSettings, startEngine } from '../widget/engine.ts';
