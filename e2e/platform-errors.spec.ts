import { expect, test } from './stage.ts';

/** For each command of the tester: the words that the visitor reads, and the button that helps. */
const RESENT = [
  ['error high load', "We're busy right now."],
  ['error no response', "The assistant couldn't answer that."],
  ['error agent', 'Something went wrong with that reply.'],
  ['error session unavailable', "We can't reach your chat right now."],
  ['error forward', "Your last message didn't reach"],
] as const;

for (const [word, words] of RESENT) {
  test(`[P18] ${word}: the transcript says so, and Try again sends the message again`, async ({ stage, visitor }) => {
    await visitor.arrive();
    await visitor.say(word);
    await expect(visitor.log).toContainText(words);
    await visitor.button('Try again').click();
    const id = await visitor.sessionId();
    await expect
      .poll(async () => (await stage.session(id)).events.filter(event => event.payload.text === word).length)
      .toBe(2);
  });
}

for (const word of ['error start', 'error conversation', 'error conversation id']) {
  test(`[J3] ${word}: the agent is asked to join again and the conversation goes on`, async ({ stage, visitor }) => {
    await visitor.arrive();
    await visitor.say(word);
    const id = await visitor.sessionId();
    await expect.poll(async () => (await stage.session(id)).joinsAsked).toBe(2);
    await visitor.say('echo back again');
    await expect(visitor.log.getByText('back again', { exact: true })).toBeVisible();
  });
}

test('[R9] error session not found: a new session follows below a divider', async ({ stage, visitor }) => {
  await visitor.arrive();
  const before = await visitor.sessionId();
  await visitor.say('error session not found');
  await expect(visitor.log).toContainText('New conversation');
  await expect.poll(() => visitor.sessionId()).not.toBe(before);
  await visitor.say('echo on the other side');
  await expect(visitor.log.getByText('on the other side', { exact: true })).toBeVisible();
  expect((await stage.sessions()).length).toBeGreaterThan(1);
});

test('[P18] error connector: other channels are shown, and a new conversation can be started', async ({ visitor }) => {
  const words = "This chat isn't available here right now.";
  await visitor.arrive();
  await visitor.say('error connector');
  await expect(visitor.log).toContainText(words);
  await visitor.button('Start a new conversation').click();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await expect(visitor.log).not.toContainText(words);
});

for (const word of ['error handoff connect', 'error handoff']) {
  test(`${word}: the transcript says so, and a person can be asked for again`, async ({ visitor }) => {
    await visitor.arrive();
    await visitor.say(word);
    await expect(visitor.log).toContainText("Sorry, we couldn't connect you to our team.");
    await visitor.button('Try again').click();
    await expect(visitor.log).toContainText('Hello, this is Maya from the shop.');
    await expect(visitor.button('Try again')).toBeHidden();
  });
}

test('[P18] invalid events are our own mistake: the visitor reads plain words and can continue', async ({
  stage,
  visitor,
}) => {
  await visitor.arrive();
  const id = await visitor.sessionId();
  for (const message of [
    'Unknown event type or invalid message format',
    'Event type not allowed: EVENT_TYPE_SESSION_END',
  ]) {
    const payload = { level: 'SYSTEM_MESSAGE_LEVEL_ERROR', message };
    await stage.control(`sessions/${id}/events`, { type: 'EVENT_TYPE_SYSTEM_MESSAGE', payload });
  }
  await expect(visitor.log).toContainText('Something went wrong at our end. You can keep chatting.');
  await visitor.say('echo still here');
  await expect(visitor.log.getByText('still here', { exact: true })).toBeVisible();
});
