// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { FAULT_FORMS } from '../../../src/demo/bench/fault-forms.ts';
import { createFaultPanel } from '../../../src/demo/bench/fault-panel.ts';
import { find, press, told } from '../fixtures/bench-page.ts';
import { createFakeControl, type FakeControl } from '../fixtures/fake-control.ts';

let control: FakeControl;

beforeEach(() => {
  control = createFakeControl();
  document.body.replaceChildren();
});

const form = (kind: string) => find<HTMLFormElement>(`form[aria-label="${kind}"]`);

describe('faults', () => {
  const place = (chosen?: string) => {
    const bench = createFaultPanel(control, () => chosen);
    document.body.append(bench.inForce, bench.element);
    return bench;
  };

  it.each(FAULT_FORMS.map(each => [each.kind, each] as const))(
    'pressing Add for %s asks for it, with its figures as numbers',
    async (kind, { fields }) => {
      place();
      await press(`Add ${kind}`);
      const figures = fields
        .filter(({ value }) => value !== '')
        .map(({ name, value, form }) => [name, form === 'number' ? Number(value) : value]);
      expect(control.acts).toEqual([`POST faults ${JSON.stringify({ kind, ...Object.fromEntries(figures) })}`]);
      expect(find('.active-faults').textContent).toContain(kind);
      expect(form(kind).className).toContain('on');
    },
  );

  it('an emptied field is left out', async () => {
    place();
    for (const name of ['status', 'times']) {
      const field = form('refuse-handshake').elements.namedItem(name) as HTMLInputElement;
      field.value = '';
    }
    await press('Add refuse-handshake');
    expect(control.acts).toEqual(['POST faults {"kind":"refuse-handshake"}']);
  });

  it('a fault can be kept to the chosen session', async () => {
    place('session-1');
    find('input[type=checkbox]').click();
    await press('Add duplicate');
    expect(control.acts[0]).toContain('"sessionId":"session-1"');
  });

  it('the list is the emulator’s: what is used up goes, and Clear all empties it', async () => {
    const bench = place();
    await press('Add duplicate');
    await press('Add delay');
    control.faults.shift();
    await bench.refresh();
    expect(find('.active-faults').textContent).not.toContain('duplicate');
    expect(form('duplicate').className).not.toContain('on');
    await press('Clear all');
    expect(control.acts.at(-1)).toBe('DELETE faults');
    expect(find('.active-faults').textContent).toBe('No faults in force.');
  });

  it('a refusal is told in the form that it answers, and goes with the next success', async () => {
    place();
    control.next = { ok: false, words: 'The emulator refuses: no.' };
    await press('Add delay');
    expect(told(form('delay'))).toBe('The emulator refuses: no.');
    expect(told(form('duplicate'))).toBe('');
    await press('Add delay');
    expect(told(form('delay'))).toBe('');
  });
});
