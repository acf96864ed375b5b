/** Functions that run inside a page of the monkey's: they read the widget and record presses. Playwright serialises each of them. */

/** Notes presses without effect: the pointer goes down and up on one spot over a button, and no click follows. */
export function watchPresses() {
  window.monkeyNotes = [];
  window.monkeyTrace = [];
  window.monkeyClicks = [];
  // The demo page passes its trace on from one page to the next.
  let sink = [];
  Object.defineProperty(window, 'demoTrace', {
    get: () => sink,
    set(next) {
      const push = next.push.bind(next);
      sink = next;
      next.push = entry => {
        window.monkeyTrace.push(`${Date.now() % 1e6} ${JSON.stringify(entry).slice(0, 300)}`);
        return push(entry);
      };
    },
  });
  let down = null;
  const buttonOf = event => event.composedPath().find(each => each.matches?.('button,a'));
  addEventListener(
    'pointerdown',
    event => {
      const button = buttonOf(event);
      down = button &&
        !button.disabled && {
          button,
          box: button.getBoundingClientRect(),
          text: button.ariaLabel || button.textContent,
        };
    },
    true,
  );
  addEventListener(
    'click',
    event => {
      down = null;
      const words = buttonOf(event)?.textContent;
      window.monkeyClicks.push(words);
      window.monkeyTrace.push(`${Date.now() % 1e6} click on "${words}"`);
    },
    true,
  );
  addEventListener(
    'pointerup',
    () => {
      const pressed = down;
      if (!pressed) return;
      setTimeout(() => {
        if (down !== pressed || pressed.button.disabled) return;
        const { top } = pressed.button.getBoundingClientRect();
        const fate = pressed.button.isConnected ? `moved by ${Math.round(top - pressed.box.top)} px` : 'was taken out';
        window.monkeyNotes.push(`lost press on "${pressed.text}", which ${fate}`);
        down = null;
      }, 60);
    },
    true,
  );
}

/** Lets a test pretend that a page is hidden or visible: a browser without a screen hides no page. */
export function hidePages() {
  let isHidden = false;
  Object.defineProperties(document, {
    hidden: { get: () => isHidden },
    visibilityState: { get: () => (isHidden ? 'hidden' : 'visible') },
    hasFocus: { value: () => !isHidden },
  });
  window.monkeyTurn = (hidden = !isHidden) => {
    if (hidden === isHidden) return isHidden;
    isHidden = hidden;
    document.dispatchEvent(new Event('visibilitychange'));
    dispatchEvent(new Event(hidden ? 'blur' : 'focus'));
    return isHidden;
  };
}

/** The middle of the first, last or any matching element that is visible and can be pressed, or null. */
export function findSpot({ selector, pick }) {
  const root = document.querySelector('natter-chat')?.shadowRoot;
  const seen = [...(root?.querySelectorAll(selector) ?? [])].filter(each => {
    const box = each.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && !each.disabled && each.checkVisibility({ visibilityProperty: true });
  });
  const chosen = seen.at(Math.floor(pick * seen.length));
  if (!chosen) return null;
  chosen.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const box = chosen.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const top = root.elementFromPoint(x, y);
  return {
    x,
    y,
    words: chosen.ariaLabel || chosen.textContent,
    isChip: chosen.matches('.chip'),
    covered: !(top && (chosen.contains(top) || top.contains(chosen))),
  };
}

/** The state of a page, as its visitor and its scripts see it. */
export function look() {
  const root = document.querySelector('natter-chat')?.shadowRoot;
  const panel = root?.querySelector('.panel');
  const state = window.Natter?.state;
  const seen = selector => [...(panel?.querySelectorAll(selector) ?? [])].filter(each => each.checkVisibility());
  const focused = root?.activeElement;
  const place = panel?.getBoundingClientRect();
  return {
    notes: window.monkeyNotes,
    title: document.title,
    there: Boolean(root),
    open: Boolean(panel?.checkVisibility()),
    inView: Boolean(
      place && place.bottom >= 0 && place.top <= innerHeight && place.right >= 0 && place.left <= innerWidth,
    ),
    phase: state?.connection.phase,
    code: state?.connection.code,
    ended: state?.ended ?? null,
    unread: state?.unread,
    draft: state?.draft,
    messages: (state?.messages ?? []).map(({ kind, key, id, from, text, status, mark, code }) => ({
      kind,
      key,
      id,
      from,
      text,
      status,
      mark,
      code,
    })),
    outbox: (state?.outbox ?? []).map(({ text, status }) => ({ text, status })),
    bubbles: [...(panel?.querySelectorAll('.log .bubble') ?? [])].length,
    mine: [...(panel?.querySelectorAll('.log .user .bubble, .log .bubble.user') ?? [])].map(each => each.textContent),
    state: seen('[part=state]')
      .map(each => each.textContent)
      .join(),
    says: seen('.delivery, .banner, .full-message.filling, .skeleton').map(each => each.textContent || each.className),
    gate: seen('[part=consent]').length > 0,
    field: seen('textarea[part=input]').map(each => each.value)[0] ?? null,
    ways: seen('.ended .button, .banner .button, .full-message .button, .notice .button').map(each => each.textContent),
    focus: focused ? `${focused.tagName}.${focused.className}` : document.activeElement?.tagName,
    focusInside: Boolean(focused && panel?.contains(focused)),
    badge: root?.querySelector('.launcher .unread')?.textContent ?? '',
  };
}

/** Everything that a page shows and stores, as one text. */
export async function dump() {
  const root = document.querySelector('natter-chat')?.shadowRoot;
  const kept = [document.documentElement.outerHTML, root?.innerHTML ?? '', JSON.stringify(localStorage)];
  const ticketed = [JSON.stringify(sessionStorage)];
  const open = name =>
    new Promise(resolve => {
      const asked = indexedDB.open(name);
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => resolve(null);
    });
  for (const { name } of await indexedDB.databases()) {
    const base = await open(name);
    for (const store of base?.objectStoreNames ?? []) {
      const all = await new Promise(resolve => {
        const asked = base.transaction(store).objectStore(store).getAll();
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => resolve([]);
      });
      ticketed.push(JSON.stringify(all));
    }
    base?.close();
  }
  return { open: kept.join('\n'), kept: ticketed.join('\n'), state: JSON.stringify(window.Natter?.state ?? null) };
}
