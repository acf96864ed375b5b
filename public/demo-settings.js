// Whatever the address says, except where tokens come from: /?position=left&renderMode=inline&target=%23inline-chat
window.NatterSettings = Object.fromEntries(
  [...new URLSearchParams(location.search)].filter(([name]) => name !== 'broker' && name !== 'strict'),
);
