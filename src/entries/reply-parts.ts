/** A chunk that the application fetches for replies with several cards. */

export { createReplyParts, styles } from '../ui/reply-parts/reply-parts.ts';
