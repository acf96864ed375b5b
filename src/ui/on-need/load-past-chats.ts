/** Fetches the screen of past chats. The build for the script tag replaces this file by load-past-chats-script.ts. */

export const loadPastChats = () => import('../past-chats/past-chats.ts');
