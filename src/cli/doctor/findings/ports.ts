/** What the doctor needs of the world: HTTP, certificates, sockets and a clock. Nothing here rejects, and nothing waits for ever. */

export interface FetchInit {
  /** Default GET. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How many redirects are followed; one that is not is itself the reply. Default 0. */
  readonly redirects?: number;
}

export interface Reply {
  /** After redirects. */
  readonly url: string;
  /** The addresses that redirected on the way here, in order. */
  readonly via: readonly string[];
  readonly status: number;
  /** A header that came more than once has its values joined with commas. */
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
}

/** A code of the system (`ECONNREFUSED`), of TLS, or `timeout`, `too_large`, `unreadable`. Never a text from elsewhere. */
export interface NoReply {
  readonly ok: false;
  readonly cause: string;
  /** The address that gave none, where a redirect led to it. */
  readonly url?: string;
}

export type Fetched = { readonly ok: true; readonly reply: Reply } | NoReply;

export interface Certificate {
  /** What is wrong with it for a browser: a code of TLS, or null. */
  readonly problem: string | null;
  /** That the name in the address is one of the certificate's. */
  readonly namesHost: boolean;
  readonly names: readonly string[];
  /** Milliseconds since 1970. */
  readonly validFromAt: number;
  readonly validToAt: number;
  readonly selfSigned: boolean;
}

export type Certified = { readonly ok: true; readonly certificate: Certificate } | NoReply;

export interface OpenSocket {
  /** The next text, or undefined when the socket has closed or nothing came in time. */
  next(): Promise<string | undefined>;
  /** False when it is closed. */
  send(text: string): boolean;
  /** Says good-bye, and waits for the answer as long as for anything. */
  close(): Promise<void>;
}

/** `status`: the HTTP status with which the handshake was refused, if there was an answer; `location`: what it said of elsewhere. */
export type Opened =
  | { readonly ok: true; readonly socket: OpenSocket }
  | (NoReply & { readonly status: number | undefined; readonly location?: string | undefined });

export interface Network {
  fetch(url: string, init?: FetchInit): Promise<Fetched>;
  /** The certificate that is shown at this address, good or bad. */
  certificate(url: string): Promise<Certified>;
  /** `url` holds an access token, `origin` is the page that asks. */
  open(url: string, origin: string): Promise<Opened>;
}

export interface Ports {
  readonly network: Network;
  /** Milliseconds since 1970. */
  now(): number;
}
