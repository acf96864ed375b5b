/** The entry for code that needs a message's words and not its rendering (RichText.tsx). */

export { copiedText, plainText } from './rich-text/plain.ts';
