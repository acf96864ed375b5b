/** The least that a page can do to show a conversation: it appends plain text and keeps the end in sight. No Markdown, no state. */

const log = document.querySelector('[role=log]');
let growing = null;
let isFollowing = false;

/** Runs once a frame, not once a chunk: reading heights more often would cost more than necessary. */
function follow() {
  if (isFollowing) return;
  isFollowing = true;
  requestAnimationFrame(() => {
    isFollowing = false;
    log.scrollTop = log.scrollHeight;
  });
}

function add(text) {
  const line = document.createElement('div');
  line.append(text);
  log.append(line);
  follow();
  return line.firstChild;
}

window.subject = {
  active: Promise.resolve(),
  batch: messages => () => {
    for (const { text } of messages) add(text);
  },
  piece(text, _index, last) {
    if (growing) growing.appendData(text);
    else growing = add(text);
    follow();
    if (last) growing = null;
  },
};
