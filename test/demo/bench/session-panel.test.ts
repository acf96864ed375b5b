// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { createSessionPanel } from '../../../src/demo/bench/session-panel.ts';
import { find, press, told } from '../fixtures/bench-page.ts';
import { createFakeControl, type FakeControl, session } from '../fixtures/fake-control.ts';

let control: FakeControl;

beforeEach(() => {
  control = createFakeControl();
  document.body.replaceChildren();
});

describe('session', () => {
  const place = () => {
    const bench = createSessionPanel(control);
    document.body.append(bench.element);
    return bench;
  };
  const pressed = () => find('[aria-pressed=true]').textContent;

  it('the page’s own session is chosen, until the tester chooses another', async () => {
    const bench = place();
    control.list = [session('aaaaaaaa-1'), session('bbbbbbbb-2')];
    bench.ownChanged('aaaaaaaa-1');
    await bench.refresh();
    expect(pressed()).toMatch(/^aaaaaaaathis page/);
    expect(bench.chosen()).toBe('aaaaaaaa-1');
    const other = [...document.querySelectorAll<HTMLElement>('.session')].find(each =>
      /^bbbb/.test(`${each.textContent}`),
    );
    other?.click();
    await bench.refresh();
    expect(bench.chosen()).toBe('bbbbbbbb-2');
  });

  it('the page’s own session is chosen even before the emulator has listed it', async () => {
    const bench = place();
    control.list = [session('aaaaaaaa-1')];
    await bench.refresh();
    bench.ownChanged('cccccccc-3');
    expect(bench.chosen()).toBe('cccccccc-3');
  });

  it('the buttons do what they say to the chosen session and the clock', async () => {
    const bench = place();
    control.list = [session('a1')];
    await bench.refresh();
    await press('Drop sockets');
    find<HTMLInputElement>('input[type=number]').value = '4001';
    await press('Drop sockets');
    await press('End');
    await press('Expire');
    await press('+8 min');
    await press('+10 min');
    expect(control.acts).toEqual([
      'POST sessions/a1/drop {}',
      'POST sessions/a1/drop {"code":4001}',
      'POST sessions/a1/end {"reason":"NATURAL_END"}',
      'POST sessions/a1/expire {}',
      'POST clock {"advanceMs":480000}',
      'POST clock {"advanceMs":600000}',
    ]);
  });

  it('failures are reported in words', async () => {
    const bench = place();
    await bench.refresh();
    await press('End');
    expect(told(document)).toBe('There is no session yet: open the chat.');
    control.list = [session('a1')];
    await bench.refresh();
    control.next = { ok: false, words: 'The emulator refuses: the session is over already.' };
    await press('End');
    expect(told(document)).toContain('over already');
    control.list = null;
    await bench.refresh();
    expect(find('.sessions').textContent).toBe('The emulator does not respond.');
  });

  it('a list that has not changed leaves the tester’s focus alone', async () => {
    const bench = place();
    control.list = [session('a1'), session('b2')];
    await bench.refresh();
    const row = find('.session');
    await bench.refresh();
    expect(find('.session')).toBe(row);
  });
});
