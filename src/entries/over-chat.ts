/** A chunk that the application fetches when a conversation goes over Chat. */

export { createOverChat } from '../browser/chat/over-chat.ts';
