/** The door for whoever needs a message's words and not its looks: those are RichText.tsx's. */

export { copiedText, plainText } from './rich-text/plain.ts';
