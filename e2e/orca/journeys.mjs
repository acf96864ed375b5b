/** Journeys that are played and listened to. Each begins on a page of its own, in a browser that has never seen it. */

const LONG = { silence: 6_000 };

async function open({ key, step }) {
  await step('Control+End: the end of the page', () => key('ctrl+End'));
  await step('Return: the panel opens', () => key('Return'), LONG);
}

async function send({ key, type, step }, words, waiting = LONG) {
  await step(
    `"${words}" is written and sent`,
    () => {
      type(words);
      key('Return');
    },
    waiting,
  );
}

const stops = async ({ key, step }, name, count) => {
  for (let stop = 1; stop <= count; stop += 1) await step(`${name} (${stop})`, () => key(name), { silence: 1_000 });
};

export const JOURNEYS = [
  {
    name: 'visit',
    steps: async room => {
      const { key, step } = room;
      await step('Tab, Tab: the launcher', () => key('Tab', 'Tab'));
      await step('Return: the panel opens', () => key('Return'), LONG);
      await send(room, 'help');
      await stops(room, 'shift+Tab', 9);
      await step('Escape: the panel closes', () => key('Escape'));
      await stops(room, 'shift+Tab', 1);
    },
  },
  {
    name: 'long',
    steps: async room => {
      await open(room);
      await send(room, 'long', { silence: 9_000, most: 120_000 });
      await room.step('Insert+A: browse mode', () => room.key('orca+a'));
      await stops(room, 'Up', 34);
    },
  },
  {
    name: 'extras',
    address: '/?image-origins=*',
    steps: async room => {
      const { key, step } = room;
      await open(room);
      await send(room, 'card');
      await send(room, 'image');
      await send(room, 'call');
      await stops(room, 'shift+Tab', 4);
      await step('Return: the picture is shown large', () => key('Return'));
      await step('Escape: it closes', () => key('Escape'));
      await step('Insert+A: browse mode', () => key('orca+a'));
      await stops(room, 'Up', 12);
    },
  },
  {
    name: 'trouble',
    steps: async room => {
      const { step, control } = room;
      await open(room);
      await send(room, 'error high load');
      const { sessions } = await control('GET', 'sessions');
      const id = sessions.at(-1).id;
      await step(
        'the connection is lost',
        async () => {
          await control('POST', 'faults', { kind: 'refuse-handshake', status: 500 });
          await control('POST', `sessions/${id}/drop`);
        },
        { silence: 12_000 },
      );
      await step('it is back', () => control('DELETE', 'faults'), { silence: 20_000 });
    },
  },
  {
    name: 'handoff',
    steps: async room => {
      await open(room);
      await send(room, 'handoff', { silence: 9_000 });
      await send(room, 'bye', { silence: 9_000 });
    },
  },
  {
    name: 'end',
    address: '/?rating=on&languages=en,de&privacy-url=https://www.example.com/privacy',
    steps: async room => {
      const { key, step } = room;
      await open(room);
      await stops(room, 'shift+Tab', 7);
      await step('Return: the menu', () => key('Return'));
      await stops(room, 'Down', 6);
      await step('Escape: the menu closes', () => key('Escape'));
      await step('Return, End, Return: to the end', () => key('Return', 'End', 'Return'));
      await stops(room, 'Tab', 1);
      await step('Return: the conversation ends', () => key('Return'), LONG);
      await stops(room, 'Tab', 1);
      await step('Right: the stars', () => key('Right'));
      await stops(room, 'Tab', 2);
      await step('Insert+A: browse mode', () => key('orca+a'));
      await stops(room, 'Up', 6);
    },
  },
  {
    name: 'consent',
    address: '/?consent=required&privacy-url=https://www.example.com/privacy&disclaimer=Answers%20may%20be%20wrong.',
    steps: async room => {
      const { key } = room;
      await open(room);
      await stops(room, 'Tab', 4);
      await room.step('Insert+A: browse mode', () => key('orca+a'));
      await stops(room, 'Up', 6);
    },
  },
  {
    name: 'not-sent',
    steps: async room => {
      const { key, step, control } = room;
      await open(room);
      await control('POST', 'faults', { kind: 'slow-history', ms: 600_000 });
      await send(room, 'echo at last', { silence: 50_000, most: 120_000 });
      await stops(room, 'shift+Tab', 3);
      await step('Tab: Retry', () => key('Tab'));
      await step('Return: it fails once more', () => key('Return'), { silence: 50_000, most: 120_000 });
      await stops(room, 'shift+Tab', 2);
      await control('DELETE', 'faults');
      await step('Return: discarded', () => key('Return'), LONG);
      await send(room, 'echo at last', LONG);
    },
  },
  {
    name: 'offline',
    steps: async room => {
      const { step, offline } = room;
      await open(room);
      await step('the network is gone', () => offline(true), { silence: 5_000 });
      await send(room, 'echo from a tunnel');
      await step('it is back', () => offline(false), { silence: 15_000 });
    },
  },
  {
    name: 'idle',
    steps: async room => {
      const { key, step, inject } = room;
      const quiet = () => inject('SESSION_IDLE_WARNING');
      await open(room);
      // This reply has no suggestions, so the idle question is the last element.
      await send(room, 'thanks');
      await step('nobody has written for long', quiet, LONG);
      await stops(room, 'shift+Tab', 1);
      await step('Return: it goes on', () => key('Return'), LONG);
      await step('and once more', quiet, LONG);
      const id = await room.session();
      await step('nobody has answered', () => room.control('POST', `sessions/${id}/expire`), LONG);
      await stops(room, 'Tab', 2);
    },
  },
  {
    name: 'browse',
    address: '/?image-origins=*',
    steps: async room => {
      const { key, step } = room;
      await open(room);
      await send(room, 'card');
      await send(room, 'long', { silence: 12_000, most: 120_000 });
      await send(room, 'suggestions');
      await step('Insert+A, Insert+A: browse mode, also on buttons', () => key('orca+a', 'orca+a'));
      await step('Control+Home: the top of the page', () => key('ctrl+Home'));
      for (const each of ['h', 'l', 'i', 't', 'q', 'k', 'g', 'b']) await stops(room, each, 4);
    },
  },
  {
    name: 'menu',
    address: '/?languages=en,de,ar&privacy-url=https://www.example.com/privacy',
    steps: async room => {
      const { key, step } = room;
      await open(room);
      await stops(room, 'shift+Tab', 7);
      await step('Return: the menu', () => key('Return'));
      await step('End, Return: to the end', () => key('End', 'Return'));
      await step('Return: keeps chatting', () => key('Return'));
      await step('Return: the menu', () => key('Return'));
      await stops(room, 'Down', 2);
      await step('Return: sounds', () => key('Return'));
      await stops(room, 'Down', 1);
      await step('Return: languages', () => key('Return'));
      await stops(room, 'Down', 1);
      await step('Return: German', () => key('Return'), LONG);
      await stops(room, 'Tab', 3);
    },
  },
  {
    name: 'language',
    steps: async room => {
      await open(room);
      await send(room, 'language es', { silence: 9_000 });
      await send(room, 'hola', { silence: 9_000 });
      await room.step('Insert+A: browse mode', () => room.key('orca+a'));
      await stops(room, 'Up', 12);
    },
  },
  {
    name: 'picture',
    address: '/?image-origins=*',
    steps: async room => {
      const { key, step } = room;
      await open(room);
      await send(room, 'image');
      await stops(room, 'shift+Tab', 1);
      await step('Return: the picture is shown large', () => key('Return'));
      await stops(room, 'Tab', 3);
      await step('Escape: it closes', () => key('Escape'));
      await stops(room, 'Tab', 1);
    },
  },
  {
    name: 'copy',
    steps: async room => {
      const { key, step } = room;
      await open(room);
      await send(room, 'thanks');
      await stops(room, 'shift+Tab', 1);
      await step('Return: it is copied', () => key('Return'));
    },
  },
  {
    name: 'replies',
    steps: async room => {
      await open(room);
      for (const words of ['help', 'help', 'opening hours']) await send(room, words, { silence: 12_000 });
      await send(room, 'stream', { silence: 40_000, most: 90_000 });
      await send(room, 'help', { silence: 12_000 });
    },
  },
  {
    name: 'question',
    steps: async room => {
      const { key, step } = room;
      await open(room);
      await stops(room, 'shift+Tab', 7);
      await step('Return: the menu', () => key('Return'));
      await step('End', () => key('End'));
      await step('Return: to the end', () => key('Return'));
      await step('Tab', () => key('Tab'));
    },
  },
  {
    name: 'closing',
    steps: async room => {
      const { key, step } = room;
      await open(room);
      await step('Escape: the panel closes', () => key('Escape'));
      await step('Return: the panel opens', () => key('Return'), LONG);
      await stops(room, 'shift+Tab', 7);
      await step('Return: the menu', () => key('Return'));
      await step('Escape: the menu closes', () => key('Escape'));
      await step('Escape: the panel closes', () => key('Escape'));
    },
  },
  {
    name: 'closed',
    steps: async room => {
      const { key, step } = room;
      await open(room);
      await step(
        '"opening hours" is sent and the panel closed at once',
        () => {
          room.type('opening hours');
          key('Return', 'Escape');
        },
        LONG,
      );
      await step('Shift+Tab, Tab: the launcher', () => key('shift+Tab', 'Tab'));
      await step('Return: the panel opens', () => key('Return'), LONG);
    },
  },
];
