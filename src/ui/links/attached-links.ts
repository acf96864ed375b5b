/**
 * Writes the links to attachments in a visitor's message in words. optional/attachments.ts writes each on a line of its own, `[name](https://…)`, and
 * optional/attach.ts draws them. Copying, screen readers and the transcript file need no Markdown.
 */

const LINK = /^\[([^\]\n]+)\]\((https:\/\/[^\s()]+)\)$/gm;

type Written = (name: string, address: string) => string;

/** Returns the text with `written` in place of each link; default: the name, and the address in brackets. */
export function withoutMarkup(text: string, written: Written = (name, address) => `${name} (${address})`): string {
  return text.replace(LINK, (_, name: string, address: string) => written(name, address));
}
