/**
 * Runs in every page before its own scripts: watches for the composer and the launcher, feeds the page's `subject`, and reports when the
 * text that was fed is on the screen. It knows where each page keeps its log, and nothing else about the page.
 */

(() => {
  const SLOW_FRAME_MS = 34;
  const frame = () => new Promise(requestAnimationFrame);
  const now = () => performance.timeOrigin + performance.now();
  const find = selector =>
    document.querySelector('natter-chat')?.shadowRoot?.querySelector(selector) ?? document.querySelector(selector);
  const log = () => find('[role=log]');

  const isVisible = element => element?.checkVisibility({ visibilityProperty: true }) && element.clientHeight > 0;

  function takesWords(field) {
    if (!isVisible(field) || field.disabled || field.readOnly) return false;
    field.focus();
    return field.matches(':focus');
  }

  /** Resolves with the time of the first frame in which `holds` is true, in milliseconds since navigation began. */
  async function firstFrame(holds) {
    while (!holds()) await frame();
    return performance.now();
  }

  /** The last letters of the log. Reading all of a long log would take longer than the work that is measured. */
  function tail(length = 60) {
    const root = log();
    if (!root) return '';
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    let text = '';
    while (walker.lastChild());
    for (let node = walker.currentNode; node && text.length < length; node = walker.previousNode()) {
      if (node.nodeType === Node.TEXT_NODE) text = node.data + text;
    }
    return text;
  }

  async function shown(words) {
    // Waits for the end of the current task: a page that draws then draws in the same frame as one that draws at once.
    await null;
    while (!tail().includes(words)) await frame();
  }

  /** Counts late frames until `stop()` is called, which returns their number and the longest gap. */
  function watchFrames() {
    let slow = 0;
    let longestMs = 0;
    let before = 0;
    let request = 0;
    const step = at => {
      const gapMs = before ? at - before : 0;
      if (gapMs > SLOW_FRAME_MS) slow += 1;
      longestMs = Math.max(longestMs, gapMs);
      before = at;
      request = requestAnimationFrame(step);
    };
    step(0);
    return {
      stop() {
        cancelAnimationFrame(request);
        return { slow, longestMs };
      },
    };
  }

  /** Runs in a worker: sends one message for each piece that is due. The messages queue up behind a busy page, as a socket's do. */
  function tick() {
    self.addEventListener('message', ({ data: { count, everyMs } }) => {
      const start = performance.timeOrigin + performance.now();
      let next = 0;
      const step = () => {
        const at = performance.timeOrigin + performance.now();
        for (; next < count && start + next * everyMs <= at; next++) {
          postMessage({ index: next, dueAt: start + next * everyMs });
        }
        if (next < count) setTimeout(step, 1);
      };
      step();
    });
  }

  async function stream(pieces, everyMs, end) {
    const clock = new Worker(URL.createObjectURL(new Blob([`(${tick})()`])));
    const frames = watchFrames();
    const dueAt = await new Promise(resolve => {
      clock.onmessage = ({ data: { index, dueAt } }) => {
        const last = index === pieces.length - 1;
        window.subject.piece(pieces[index], index + 1, last);
        if (last) resolve(dueAt);
      };
      clock.postMessage({ count: pieces.length, everyMs });
    });
    await shown(end);
    const lagMs = now() - dueAt;
    clock.terminate();
    return { lagMs, ...frames.stop() };
  }

  /** Measures the time from the frame's text, which is made beforehand, until the last message has been painted. */
  async function append(messages, last) {
    const deliver = window.subject.batch(messages);
    await frame();
    const start = performance.now();
    deliver();
    await shown(last);
    await frame();
    await frame();
    return performance.now() - start;
  }

  const count = pattern => new Set(log().textContent.match(pattern) ?? []).size;

  async function allShown(pattern, wanted, patienceMs) {
    const end = performance.now() + patienceMs;
    while (count(pattern) < wanted && performance.now() < end) await new Promise(resolve => setTimeout(resolve, 50));
    await new Promise(resolve => requestIdleCallback(resolve, { timeout: 2_000 }));
    const { scrollHeight, scrollTop, clientHeight } = log();
    return { found: count(pattern), atEnd: scrollHeight - scrollTop - clientHeight <= 4 };
  }

  /** Counts the elements of each kind, and lists the passages that are missing from the log or stand in another order. */
  function inspect(kinds, passages) {
    const letters = text => text.replace(/[^\p{L}\p{N}]/gu, '');
    const text = letters(log().textContent);
    let from = 0;
    const missing = passages.filter(passage => {
      const place = text.indexOf(letters(passage), from);
      if (place >= 0) from = place + letters(passage).length;
      return place < 0;
    });
    return { counts: Object.fromEntries(kinds.map(kind => [kind, log().querySelectorAll(kind).length])), missing };
  }

  /** Time for which the page was blocked: the part of every long task that is over 50 ms. */
  async function blockedMs() {
    const tasks = await new Promise(resolve => {
      const seen = [];
      new PerformanceObserver(list => seen.push(...list.getEntries())).observe({ type: 'longtask', buffered: true });
      setTimeout(() => resolve(seen), 100);
    });
    return tasks.reduce((sum, { duration }) => sum + duration - 50, 0);
  }

  /** Resolves when the page can be fed and the composer can be used. */
  async function ready() {
    while (!window.subject) await frame();
    await Promise.all([usable, window.subject.active]);
  }

  const usable = firstFrame(() => takesWords(find('textarea')));
  /** Resolves when the chat's own composer has the focus, if the page showed a field of its own before. */
  const taken = firstFrame(() => {
    const composer = document.querySelector('natter-chat')?.shadowRoot?.querySelector('textarea');
    return isVisible(composer) && composer.matches(':focus');
  });
  /** Presses the launcher in the first frame that shows it. That is the worst case, because nothing was fetched ahead. */
  const pressed = location.pathname.startsWith('/launcher')
    ? firstFrame(() => isVisible(find('button'))).then(at => {
        find('button').click();
        return at;
      })
    : null;

  window.probe = { usable, taken, ready, pressed, blockedMs, stream, append, allShown, inspect };
})();
