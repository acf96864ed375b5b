/** Types for turning a painted launcher and panel into a widget. They are shared by two chunks that are fetched separately. */

import type { NatterHandle } from '../handle/handle.ts';
import type { PaintedPanel } from './paint-panel.ts';

/** Launcher and panel that early-api.ts has put on the page. */
export interface Painted {
  /** The host element. Its open shadow root contains the launcher. */
  readonly host: HTMLElement;
  readonly button: HTMLButtonElement;
  /** Undefined until the panel is opened for the first time. */
  panel?: PaintedPanel;
  /** True once the failure to fetch the rest was reported in the console. */
  told: boolean;
  /** Returns the element that should contain the host, even after the page has replaced its body; null if there is none at the moment. */
  home(): Element | null;
  /** Called just before the host is put back on the page. */
  returning?: () => void;
}

/** Intended state of the panel: true to open it, null to close it, false if undecided, 1 if it is open only because of its mode. */
export type Wanted = boolean | 1 | null;

/** A call that was made before there was a widget. */
export type EarlyCall = (widget: NatterHandle) => void;

/**
 * Turns the painted launcher into a widget. Calls `took` with the widget before making the first early call. If the widget cannot start, throws and
 * leaves the launcher as it was painted.
 */
export type Embed = (
  source: Readonly<Record<string, unknown>>,
  painted: Painted,
  wanted: Wanted,
  calls: readonly EarlyCall[],
  took: (widget: NatterHandle) => void,
) => void;
