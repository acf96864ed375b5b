/** The ports of the doctor: HTTP, certificates, sockets and a clock. No call is rejected, and every call has a time limit. */

export interface FetchInit {
  /** Default GET. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Number of redirects to follow; a redirect beyond it is returned as the reply. Default 0. */
  readonly redirects?: number;
}

export interface Reply {
  /** Address after redirects. */
  readonly url: string;
  /** The addresses that redirected on the way here, in order. */
  readonly via: readonly string[];
  readonly status: number;
  /** Repeated headers are joined with commas. */
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
}

/**
 * A missing reply. `cause` is a code of the system (`ECONNREFUSED`) or of TLS, or it is `timeout`, `too_large` or `unreadable`. It is never a text
 * from a server.
 */
export interface NoReply {
  readonly ok: false;
  readonly cause: string;
  /** Address that did not reply, if a redirect led to it. */
  readonly url?: string;
}

export type Fetched = { readonly ok: true; readonly reply: Reply } | NoReply;

export interface Certificate {
  /** TLS code of the reason why browsers refuse the certificate; null if they accept it. */
  readonly problem: string | null;
  /** True if the certificate is valid for the host of the address. */
  readonly namesHost: boolean;
  readonly names: readonly string[];
  /** Milliseconds since 1970. */
  readonly validFromAt: number;
  readonly validToAt: number;
  readonly selfSigned: boolean;
}

export type Certified = { readonly ok: true; readonly certificate: Certificate } | NoReply;

export interface OpenSocket {
  /** Resolves with the next text, or with undefined after a close or a timeout. */
  next(): Promise<string | undefined>;
  /** Returns false if the socket is closed. */
  send(text: string): boolean;
  /** Sends a close frame, and waits for the answer up to the usual timeout. */
  close(): Promise<void>;
}

/** `status`: HTTP status of the refused handshake, if there was an answer; `location`: its header Location. */
export type Opened =
  | { readonly ok: true; readonly socket: OpenSocket }
  | (NoReply & { readonly status: number | undefined; readonly location?: string | undefined });

export interface Network {
  fetch(url: string, init?: FetchInit): Promise<Fetched>;
  /** Returns the certificate of this address, good or bad. */
  certificate(url: string): Promise<Certified>;
  /** Opens a socket. `url` contains an access token. `origin` is the page's origin. */
  open(url: string, origin: string): Promise<Opened>;
}

export interface Ports {
  readonly network: Network;
  /** Milliseconds since 1970. */
  now(): number;
}
