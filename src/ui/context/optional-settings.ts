/** Settings of the optional parts, as a site writes them. ui/optional reads them. */

import type { Phrase } from '../i18n/catalogue.ts';

/** A file that the site has stored. */
export interface AttachedFile {
  /** An https address that those who answer, people and software, can open. */
  readonly url: string | URL;
  /** Name to show for the file; default: the file's own name. */
  readonly name?: string | undefined;
}

/** Stores the visitor's files on the site, and returns one entry for each, in their order. `signal` is aborted if the visitor cancels. */
export type OnAttach = (
  files: readonly File[],
  options: { readonly signal: AbortSignal },
) => Promise<readonly AttachedFile[]>;

/** Limits of what a visitor may attach. */
export interface AttachLimits {
  /** Files in one message, 1 to 20; default 5. */
  readonly files?: number | undefined;
  /** Size of each file in millions of bytes; default 10. */
  readonly megabytes?: number | undefined;
  /** Types as in the attribute `accept`, such as `image/*` or `.pdf`; default: any. */
  readonly types?: readonly string[] | undefined;
  /** Seconds after which an upload counts as failed, at most 3600; default 120. */
  readonly seconds?: number | undefined;
}

/** An answer to choose: its words, which are sent too; or words for the visitor, and the text to send. */
export type PreChatOption = string | { readonly label: Phrase; readonly value: string };

/** A question before the conversation. */
export interface PreChatField {
  /** Name of the pair that the answer becomes in `metadata.custom`. */
  readonly name: string;
  /** Words above the field: one text, or one for each language. */
  readonly label: Phrase;
  /** Default: `text`. */
  readonly type?: 'text' | 'email' | 'choice' | undefined;
  /** True if the conversation does not begin without an answer. */
  readonly required?: boolean | undefined;
  /** The answers of a `choice`. */
  readonly options?: readonly PreChatOption[] | undefined;
  /** Tells browsers what they may fill in, as the attribute `autocomplete` does: `name`, `tel`. An `email` has `email` by default. */
  readonly autocomplete?: string | undefined;
}

/** The settings as the site has written them. In JavaScript, values may have any type. */
export interface OptionalSettings {
  readonly onAttach: OnAttach | undefined;
  readonly attachLimits: AttachLimits | undefined;
  /** `on`: thumbs below each complete reply of the agent. */
  readonly feedback: 'off' | 'on';
  readonly preChat: readonly PreChatField[] | undefined;
}
