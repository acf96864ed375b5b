// @vitest-environment jsdom
/** Questions before a conversation: what a visitor sees and hears of them, and what of a wrong setting is used. */

import { signal } from '@preact/signals-core';
import { fireEvent, screen } from '@testing-library/preact';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PreChatField } from '../../../src/ui/context/optional-settings.ts';
import type { UiSettings } from '../../../src/ui/context/ui-settings.ts';
import { loadOptional } from '../../../src/ui/on-need/load-optional.ts';
import { SETTINGS } from '../fixtures/fake-chat.ts';
import { renderChat, settled } from '../fixtures/render-chat.ts';

beforeAll(loadOptional);

const FIELDS: readonly PreChatField[] = [
  { name: 'name', label: 'Your name', required: true, autocomplete: 'name' },
  { name: 'email', label: { en: 'Email', de: 'E-Mail' }, type: 'email' },
  {
    name: 'topic',
    label: 'Topic',
    type: 'choice',
    required: true,
    options: ['Order', { label: 'Repair', value: 'r' }],
  },
];

async function show(preChat: unknown, change: Partial<UiSettings> = {}) {
  const settings = signal({ ...SETTINGS, ...change, preChat } as UiSettings);
  const rendered = renderChat({}, { settings });
  await loadOptional();
  await settled();
  return { ...rendered, settings };
}

const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement | HTMLSelectElement>(name);
const write = (name: string, value: string) => fireEvent.input(field(name), { target: { value } });
const start = () => screen.getByRole('button', { name: /start/i });

/** Presses the button, and waits until the focus has moved. */
async function press(): Promise<void> {
  fireEvent.click(start());
  await settled();
  await new Promise(resolve => setTimeout(resolve));
}

/** Returns the description of a field that is marked as wrong; null for a good one. */
function errorOf(name: string | RegExp): string | null {
  const control = field(name);
  if (control.getAttribute('aria-invalid') !== 'true') return null;
  return control.ownerDocument.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent ?? null;
}

describe('questions before a conversation', () => {
  it('stand in place of the chat as native fields with labels, and optional ones say so', async () => {
    await show(FIELDS);
    expect(screen.queryByRole('log')).toBeNull();
    expect(field('Your name').getAttribute('autocomplete')).toBe('name');
    expect(field('Email (optional)').getAttribute('type')).toBe('email');
    expect(field('Email (optional)').getAttribute('autocomplete')).toBe('email');
    const options = [...screen.getByLabelText<HTMLSelectElement>('Topic').options];
    expect(options.map(({ text, value }) => [text, value])).toEqual([
      ['Choose an option', ''],
      ['Order', 'Order'],
      ['Repair', 'r'],
    ]);
  });

  it('answered, they become pairs, and the chat takes their place', async () => {
    const { pairs, warned } = await show(FIELDS);
    write('Your name', '  Ada ');
    write('Topic', 'r');
    await press();
    expect(pairs()).toEqual({ name: 'Ada', topic: 'r' });
    expect(screen.getByRole('log', { name: 'Conversation' })).toBeTruthy();
    expect(warned).toEqual([]);
  });

  it('a missing or wrong answer is named beside its field, the first such field gets the focus, and a good answer clears it', async () => {
    await show(FIELDS);
    write('Your name', 'Ada');
    write('Email (optional)', 'ada@example');
    await press();
    expect([errorOf('Your name'), errorOf('Email (optional)'), errorOf('Topic')]).toEqual([
      null,
      'Please enter an email address, such as name@example.com.',
      'Choose an option',
    ]);
    expect(document.activeElement).toBe(field('Email (optional)'));
    write('Email (optional)', 'ada@example.com');
    await settled();
    expect(errorOf('Email (optional)')).toBeNull();
  });

  it('an error of the field that has the focus already is announced', async () => {
    await show(FIELDS);
    field('Your name').focus();
    fireEvent.keyDown(field('Your name'), { key: 'Enter' });
    await settled();
    expect(screen.getByRole('alert').textContent).toBe('Please fill in this field.');
    expect(document.activeElement).toBe(field('Your name'));
  });

  it.each(['ada@example.com', 'ada+chat@mail.example.co.uk', 'ä@müller.example'])(
    '%s is an email address',
    async email => {
      const { pairs } = await show([{ name: 'email', label: 'Email', type: 'email', required: true }]);
      write('Email', email);
      await press();
      expect(pairs()).toEqual({ email });
    },
  );

  it('with a consent there is one screen with one button for both', async () => {
    const { chat, decided, pairs } = await show(FIELDS, { consent: 'required', mode: 'inline' });
    expect(screen.getAllByRole('button').map(each => each.textContent)).toEqual(['Agree and start']);
    await press();
    expect(decided.value.consent).toBeUndefined();
    write('Your name', 'Ada');
    write('Topic', 'Order');
    await press();
    expect(decided.value.consent?.version).toBe('1');
    expect(chat.emitted.map(({ name }) => name)).toEqual(['consent']);
    expect(pairs()).toEqual({ name: 'Ada', topic: 'Order' });
    expect(screen.getByRole('log', { name: 'Conversation' })).toBeTruthy();
  });
});

const text = (name: string, rest: object = {}) => ({ name, label: name, ...rest });

describe('a wrong preChat', () => {
  it.each<[string, unknown, number, RegExp]>([
    ['no list', { name: 'a', label: 'a' }, 0, /must be a list/],
    ['40 fields', Array.from({ length: 40 }, (_, place) => text(`f${place}`)), 8, /40 fields; the first 8/],
    ['no name', [{ label: 'a' }, text('b')], 1, /needs a name and a label/],
    ['no label', [{ name: 'a' }, text('b')], 1, /needs a name and a label/],
    ['the same name twice', [text('a'), text('a')], 1, /"a" is taken/],
    ["Natter's own name", [text('client_event_id'), text('a')], 1, /"client_event_id" is taken/],
    ['a wrong type', [text('a', { type: 'date' })], 1, /types are text, email and choice/],
    ['a choice without options', [text('a', { type: 'choice' }), text('b')], 1, /a choice needs options/],
    ['a broken option', [text('a', { type: 'choice', options: ['x', 7, 'x'] })], 1, /each option is a text/],
    ['a label of 300 letters', [text('a', { label: 'é'.repeat(300) })], 1, /labels over 80 characters are cut/],
    ['required as a text', [text('a', { required: 'yes' })], 1, /"required" is true or false/],
    ['nonsense', [null, 7, 'a', text('a')], 1, /needs a name and a label/],
  ])('%s: is told once, and the rest is used', async (_, given, count, sentence) => {
    const { container, warned } = await show(given);
    expect(container.querySelectorAll('.pre-chat-row')).toHaveLength(count);
    if (count === 0) expect(screen.getByRole('log', { name: 'Conversation' })).toBeTruthy();
    expect(warned).toEqual([expect.stringMatching(/^invalid_setting: "preChat": /)]);
    expect(warned[0]).toMatch(sentence);
  });

  it('several faults are told in one sentence after the other, in one warning', async () => {
    const { warned } = await show([text('a', { type: 'date', required: 1 }), text('a'), {}]);
    expect(warned).toHaveLength(1);
    expect(warned[0]).toMatch(/types are .* "required" .* is taken.* needs a name/);
  });
});
