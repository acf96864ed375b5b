/** The least that a page can do and still show a conversation: plain text is appended, and its end stays in sight. No Markdown, no state. */

const log = document.querySelector('[role=log]');
let growing = null;
let isFollowing = false;

/** Once a frame, not once a piece: whoever asks for heights more often pays for more than has to be paid. */
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
