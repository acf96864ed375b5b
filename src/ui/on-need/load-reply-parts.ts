/** Fetches the parts that few replies need. The build of the script tag's files puts load-reply-parts-script.ts in this file's place. */

export const loadReplyParts = () => import('../reply-parts/reply-parts.ts');
