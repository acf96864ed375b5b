/** Fetches the code for conversations without sockets. The build of the script tag's files puts load-chat-script.ts in this file's place. */

export const loadChat = () => import('./chat/over-chat.ts');
