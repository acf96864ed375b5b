/** A chunk that the application fetches for replies with several cards or with sources. */

export { createReplyParts, styles } from '../ui/reply-parts/reply-parts.ts';
