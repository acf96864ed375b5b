/**
 * What the loader fetches when the chat is wanted: takes the painted launcher over, mounts the panel, and fetches the engine behind it. It
 * alone knows of `data-target`: an inline chat goes into that element of the page, and back into the corner when there is none.
 */

import { needsConsent } from '../ui/choices.ts';
import type { Languages } from '../ui/speech.ts';
import { readChoices } from './choices.ts';
import { createDeferredChat } from './deferred-chat.ts';
import type * as Engine from './engine.ts';
import { makeCalls, repaint } from './hand-over.ts';
import type { NatterHandle } from './handle.ts';
import { controlLauncher } from './launcher-control.ts';
import { lent } from './lent.ts';
import { mount, type Widget } from './mount.ts';
import { nextTask } from './next-task.ts';
import { acceptSettings, type Settings } from './options.ts';
import { takeOver } from './own-field.ts';
import type { Embed, Painted } from './painted.ts';
import { createWaitingRoom } from './waiting.ts';
import { warn, wordsOf } from './warn.ts';

export interface EngineParts {
  /** Address of the chunk with the engine. */
  readonly engineUrl: string;
  /** Fetches a chunk. `url` differs from try to try, because browsers may remember for ever that an import failed. */
  fetchEngine(url: string): Promise<typeof Engine>;
  /** English is built in. */
  readonly languages?: Languages;
}

export function createEmbed({ engineUrl, fetchEngine, languages }: EngineParts): Embed {
  function makeWidget(source: Readonly<Record<string, unknown>>, painted: Painted, now: boolean): NatterHandle {
    const { host, button, trouble } = painted;
    const accepted = acceptSettings(source);
    const root = host.shadowRoot;
    if (!accepted.settings || !root) throw new Error('No broker or shadow root.');
    const settings = settle(accepted.settings, painted);
    let furnished: Promise<void> | undefined;
    const turn = nextTask();
    async function equip(tries: number): Promise<typeof Engine> {
      // Merely to ask for it takes half as long as to draw the panel, which somebody waits for.
      await turn.then(nextTask).then(nextTask);
      const engine = await fetchEngine(engineUrl + (tries ? `?${tries}` : ''));
      // In steps: its code has run, the panel is furnished and drawn, the chat begins. All at once would be felt while somebody types.
      await nextTask();
      // Another try may bring another copy.
      engine.prepare(lent);
      painted.returning ??= engine.prepareReturn(root as ShadowRoot);
      // Whoever comes second waits for it, too, and does without what has failed.
      const before = furnished?.catch(() => {});
      furnished ??= widget.furnish(engine.replies, engine.createExtras);
      await (before ?? furnished);
      await nextTask();
      return engine;
    }
    const chat = createDeferredChat(async tries => {
      const { reportSettings, startEngine } = await equip(tries);
      return () => {
        for (const { code, message } of reportSettings(source, accepted, languages?.tags)) warn(code, message);
        return startEngine(settings);
      };
    }, createWaitingRoom(settings));
    const { onclick } = button;
    let widget: Widget;
    try {
      // Before there is anything to see: what takes longest begins first.
      if (now && !needsConsent(settings, readChoices(settings))) chat.load();
      button.removeAttribute('aria-busy');
      const floating = settings.renderMode === 'floating';
      if (!floating) button.remove();
      const launcher = floating ? controlLauncher(root, button, settings) : null;
      const place = {
        host,
        launcher,
        turn,
        equip: () => void equip(0).catch(error => warn('load_failed', `The chat could not be loaded. ${error}`)),
      };
      widget = mount(settings, place, chat, languages);
    } catch (error) {
      chat.dispose();
      repaint(root, button, onclick);
      // The loader tells only once why there is nothing, which may have been another reason.
      if (trouble.textContent) warn('load_failed', wordsOf(error));
      throw error;
    }
    return widget.handle;
  }

  return (source, painted, needed, wanted, calls, took) => {
    const widget = makeWidget(source, painted, needed || wanted === true);
    took(widget);
    makeCalls(widget, calls, wanted);
  };
}

/** Puts an inline chat where it belongs, now and whenever the page has got another body. */
function settle(settings: Settings, painted: Painted): Settings {
  const inline = settings.renderMode === 'inline';
  const target = inline ? findTarget(settings.target) : null;
  const takeField = (place: Element | null) => takeOver(place, painted.host.shadowRoot as ShadowRoot);
  if (target) {
    // In there it is the page's to place and to style.
    painted.host.removeAttribute('style');
    target.append(painted.host);
    takeField(target);
  }
  // A page that writes itself anew takes every listener off: what has none any more must not come back.
  painted.host.onabort = () => {};
  painted.home = () => {
    painted.returning?.();
    if (!painted.host.onabort) return null;
    if (!target) return document.body;
    const now = findTarget(settings.target);
    takeField(now);
    return now;
  };
  if (!inline || target) return settings;
  warn('target_not_found', `No element matches "${settings.target}"; the chat floats.`);
  return { ...settings, renderMode: 'floating' };
}

function findTarget(selector: string): Element | null {
  try {
    return document.querySelector(selector);
  } catch {
    // Not a selector at all; the warning says so well enough.
    return null;
  }
}
