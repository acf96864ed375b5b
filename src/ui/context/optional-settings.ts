/** Settings of the optional parts, as a site writes them. ui/optional reads them. */

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

/** The settings as the site has written them. In JavaScript, values may have any type. */
export interface OptionalSettings {
  readonly onAttach: OnAttach | undefined;
  readonly attachLimits: AttachLimits | undefined;
  /** `on`: thumbs below each complete reply of the agent. */
  readonly feedback: 'off' | 'on';
}
