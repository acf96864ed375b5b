// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { createInjectPanel } from '../../../src/demo/bench/inject-panel.ts';
import { find, press, told } from '../fixtures/bench-page.ts';

beforeEach(() => document.body.replaceChildren());

describe('injection', () => {
  const place = (inject: (event: object) => object | string = () => ({ stored: true })) => {
    const sent: object[] = [];
    document.body.append(
      createInjectPanel(async event => {
        sent.push(event);
        const said = inject(event);
        return typeof said === 'string' ? { ok: false, words: said } : { ok: true, body: said };
      }),
    );
    return sent;
  };
  const choose = (name: string) => {
    const choice = find<HTMLSelectElement>('select');
    choice.value = name;
    choice.dispatchEvent(new Event('change'));
  };

  it('a chosen type brings its example, and Inject sends what stands there', async () => {
    const sent = place();
    choose('HANDOFF_QUEUE_STATUS');
    const text = find<HTMLTextAreaElement>('textarea');
    text.value = text.value.replace('"position_in_queue": 3', '"position_in_queue": 7');
    await press('Inject');
    expect(sent).toEqual([
      {
        type: 'EVENT_TYPE_HANDOFF_QUEUE_STATUS',
        payload: { queue_name: 'Workshop', position_in_queue: 7, estimated_wait_seconds: 240 },
      },
    ]);
    expect(told(document)).toBe('Sent, and in the history.');
    expect(text.value).toContain('"position_in_queue": 7');
  });

  it('an example pressed twice is two messages', async () => {
    const sent = place() as { payload: { message_id: string } }[];
    await press('Inject');
    expect(told(document)).toBe('Sent, and in the history.');
    await press('Inject');
    expect(sent[0]?.payload.message_id).not.toBe(sent[1]?.payload.message_id);
  });

  it.each([
    ['{"type":', /not valid JSON/],
    ['"text"', /JSON object/],
    ['null', /JSON object/],
  ])('text that is no event is reported at once and not sent: %s', async (written, words) => {
    const sent = place();
    find<HTMLTextAreaElement>('textarea').value = written;
    await press('Inject');
    expect(told(document)).toMatch(words);
    expect(sent).toEqual([]);
  });

  it('a refusal of the emulator is reported', async () => {
    place(() => 'The emulator refuses: EVENT_BATCH is a frame.');
    await press('Inject');
    expect(told(document)).toContain('EVENT_BATCH is a frame');
  });
});
