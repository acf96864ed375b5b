/** Fetches the screen of past chats. The build of the script tag's files puts load-past-chats-script.ts in this file's place. */

export const loadPastChats = () => import('../past-chats/past-chats.ts');
