/** Fetches the parts that few replies need. The build for the script tag replaces this file by load-reply-parts-script.ts. */

export const loadReplyParts = () => import('../reply-parts/reply-parts.ts');
