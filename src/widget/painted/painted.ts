/** Types for the step from a painted launcher and panel to a widget. The code on the two sides of it is fetched separately. */

import type { NatterHandle } from '../handle/handle.ts';
import type { PaintedPanel } from './paint-panel.ts';

/** Launcher and panel that early-api.ts has put on the page. */
export interface Painted {
  /** Has an open shadow root with the launcher in it. */
  readonly host: HTMLElement;
  readonly button: HTMLButtonElement;
  /** Undefined until the panel is opened for the first time. */
  panel?: PaintedPanel;
  /** True once the console says why the rest could not be fetched. */
  told: boolean;
  /** Returns the parent of the host, even after the page got another body; null if there is none until the page changes again. */
  home(): Element | null;
  /** Called just before the host comes back. */
  returning?: () => void;
}

/** Intent for the panel: true to open it, null to close it, false if undecided, 1 if it is open by its mode alone. */
export type Wanted = boolean | 1 | null;

/** A call that was made before there was a widget. */
export type EarlyCall = (widget: NatterHandle) => void;

/** `took` gets the widget before the first call is made. Throws if there can be no widget, and leaves the launcher as it was painted. */
export type Embed = (
  source: Readonly<Record<string, unknown>>,
  painted: Painted,
  wanted: Wanted,
  calls: readonly EarlyCall[],
  took: (widget: NatterHandle) => void,
) => void;
