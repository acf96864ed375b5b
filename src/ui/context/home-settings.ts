/** Settings of the first screen, as a site writes them. ui/home reads them. */

/** A message that the visitor may begin with: its text, or a short label for a longer text. */
export type Starter = string | { readonly label: string; readonly text: string };

/** A page that may help, opened in a new tab. */
export interface HomeLink {
  readonly label: string;
  /** An https address, or one relative to the page. */
  readonly url: string | URL;
}

type Day = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';
type Span = `${string}-${string}`;

/** The opening hours of the people behind the chat. */
export interface Hours {
  /** IANA name of the time zone of `week`, such as `Europe/Berlin`. */
  readonly zone: string;
  /**
   * Hours by day or by several days, such as `{ 'mon-fri': '9:00-18:00', sat: ['10:00-12:00', '13:00-16:00'] }`. A day without hours is closed.
   * Hours whose end is not after their beginning end on the next day.
   */
  readonly week: { readonly [D in Day | `${Day}-${Day}`]?: Span | readonly Span[] | undefined };
}

/** The settings as the site has written them. In JavaScript, values may have any type. */
export interface HomeSettings {
  readonly starters: readonly Starter[] | undefined;
  readonly hours: Hours | undefined;
  readonly links: readonly HomeLink[] | undefined;
}
