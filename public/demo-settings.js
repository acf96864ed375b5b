// Whatever the address says, except where tokens come from and what the page itself reads: /?position=left&renderMode=inline&target=%23inline-chat
window.NatterSettings = Object.fromEntries(
  [...new URLSearchParams(location.search)]
    .filter(
      ([name]) => !['broker', 'strict', 'bench', 'shop', 'say', 'fault', 'pace', 'script', 'clock'].includes(name),
    )
    .map(([name, value]) => [name, parseList(value)]),
);
// Settings that are lists are JSON: /?preChat=[{"name":"email","label":"Email"}]
function parseList(value) {
  try {
    return value.startsWith('[') ? JSON.parse(value) : value;
  } catch {
    return value;
  }
}
// For the inspector, which takes the entries over when it has loaded.
window.demoTrace = [];
window.NatterSettings.trace = entry => window.demoTrace.push(entry);
if (window.NatterSettings.position === 'left') document.documentElement.classList.add('chat-left');
