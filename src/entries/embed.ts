/** The chunk that the script tag fetches when the chat is wanted. */

export { embed } from '../widget/embed.ts';
