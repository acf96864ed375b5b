import { describe, expect, it } from 'vitest';
import { followLiveLink, linkTo, readLiveLink } from '../../../src/demo/scenarios/live-link.ts';
import { createFakeControl } from '../fixtures/fake-control.ts';

const follow = async (search: string, control = createFakeControl()) => {
  const said: string[] = [];
  const problems = await followLiveLink(readLiveLink(search), control, async words => {
    said.push(words);
    control.acts.push(`say ${words}`);
  });
  return { problems, acts: control.acts };
};

describe('live link', () => {
  it('a link sets faults and pace, speaks, and then moves the clock', async () => {
    const { problems, acts } = await follow('?say=handoff&say=bye&fault=drop-after:5&pace=0&script=shop&clock=+8m');
    expect(problems).toEqual([]);
    expect(acts).toEqual([
      'POST faults {"kind":"drop-after","events":5,"times":1}',
      'POST agent {"script":"shop","pace":0}',
      'say handoff',
      'say bye',
      'POST clock {"advanceMs":480000}',
    ]);
  });

  it('a fault takes fields by name, and several faults add up', () => {
    const { faults } = readLiveLink('?fault=http-status:path=ws,status=401&fault=duplicate');
    expect(faults).toEqual([
      { kind: 'http-status', path: 'ws', status: 401, times: 1 },
      { kind: 'duplicate', times: 10 },
    ]);
  });

  it.each([
    ['?fault=earthquake', /no fault “earthquake”/],
    ['?fault=delay:speed=3', /“delay” has no field “speed”/],
    ['?pace=fast', /pace=fast is no number/],
    ['?clock=tomorrow', /clock=tomorrow is no time/],
  ])('%s is explained, and the rest is done', async (search, words) => {
    const { problems, acts } = await follow(`${search}&say=hello`);
    expect(problems).toEqual([expect.stringMatching(words)]);
    expect(acts).toEqual(['say hello']);
  });

  it('a refusal of the emulator is reported', async () => {
    const control = createFakeControl();
    control.next = { ok: false, words: 'The emulator refuses: pace.' };
    expect((await follow('?pace=900', control)).problems).toEqual(['The emulator refuses: pace.']);
  });

  it('the link to a scenario has the faults in force, and leads to the same faults', async () => {
    const control = createFakeControl();
    control.faults = [
      { kind: 'delay', ms: 900 },
      { kind: 'duplicate', times: 3, sessionId: 'gone' },
    ];
    const address = await linkTo('error high load', 'http://localhost:5173/?color=teal&say=old#bench', control);
    expect(new URL(address).searchParams.get('color')).toBe('teal');
    expect(readLiveLink(new URL(address).search)).toMatchObject({
      say: ['error high load'],
      faults: [
        { kind: 'delay', ms: 900 },
        { kind: 'duplicate', times: 3 },
      ],
      problems: [],
    });
  });
});
