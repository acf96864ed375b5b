/** What is done, and listened to. Each begins on a page of its own, in a browser that has never seen it. */

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
