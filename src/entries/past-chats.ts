/** A chunk that the application fetches when a visitor opens past chats. */

export { createPastChats, styles } from '../ui/past-chats/past-chats.ts';
