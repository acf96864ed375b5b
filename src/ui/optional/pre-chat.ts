/** Draws the questions before a conversation. Their answers become pairs of the visitor's messages (widget/chat/gate.ts). */

import type { ReadonlySignal } from '@preact/signals-core';
import type { ComponentChild, TargetedEvent } from 'preact';
import type { Custom } from '../../client/api/chat.ts';
import type { OptionalSettings } from '../context/optional-settings.ts';
import type { PreChatForm } from '../context/ui-context.ts';
import type { Key, Phrase } from '../i18n/catalogue.ts';
import type { Language } from '../i18n/panel-language.ts';
import type { Kit } from './attach.ts';
import { type Field, readPreChat } from './read-pre-chat.ts';

/** Letters of an answer. */
const LONGEST = 200;

/** Only finds slips: whether an address exists, nobody can tell from its letters. */
const EMAIL = /^\S+@\S+\.\S+$/;

/** A failed check. */
interface Failure {
  /** Index of the field that had the focus already, so that a screen reader would not read its error; else -1. */
  readonly spoken: number;
}

type Control = HTMLInputElement | HTMLSelectElement;

/** `warn` gets a sentence for developers about a wrong setting, once. */
export function createPreChatForm(
  kit: Kit,
  settings: ReadonlySignal<OptionalSettings>,
  warn: (message: string) => void,
): PreChatForm {
  const { h, useEffect, useSelected, useUi } = kit;
  /** Pairs of the answers, which change while the visitor writes. They are kept in this page alone. */
  const answers = kit.signal<Custom>({});
  /** True if the visitor has answered for the present conversation. */
  const answered = kit.signal(false);
  const failure = kit.signal<Failure | null>(null);
  let before: OptionalSettings['preChat'];
  let fields: readonly Field[] = [];
  let told = '';

  function read(): readonly Field[] {
    const { preChat } = settings.value;
    if (preChat === before) return fields;
    before = preChat;
    const { fault, ...form } = readPreChat({ preChat });
    if (fault && fault !== told) warn(fault);
    told = fault;
    fields = form.fields;
    return fields;
  }

  return {
    asks(state, anew) {
      if (read().length === 0 || answered.value) return false;
      return anew || (!state.ended && !state.messages.some(each => each.kind === 'message' && each.from === 'user'));
    },
    askAgain() {
      answered.value = false;
    },
    forget() {
      answers.value = {};
      answered.value = false;
    },
    pairs: () => (answered.peek() ? answers.peek() : {}),
    Fields({ submit }) {
      const { speech } = useUi();
      const language = useSelected(() => speech.language.value);
      const shown = useSelected(read);
      const values = useSelected(() => answers.value);
      const failed = useSelected(() => failure.value);
      useEffect(
        () => () => {
          failure.value = null;
        },
        [],
      );
      const write = (name: string, value: string): void => {
        answers.value = { ...answers.peek(), [name]: value };
      };
      return h(
        'div',
        { class: 'pre-chat', part: 'pre-chat' },
        shown.map((field, place) =>
          row(kit, language, { field, place, value: values[field.name] ?? '', failed, write, submit }),
        ),
      );
    },
    accept(screen) {
      const given = read().map(({ name }) => [name, (answers.peek()[name] ?? '').trim()] as const);
      const place = read().findIndex((field, index) => faultOf(field, given[index]?.[1] ?? ''));
      if (place < 0) {
        failure.value = null;
        answers.value = Object.fromEntries(given.filter(([, value]) => value));
        answered.value = true;
        return true;
      }
      const control = screen.querySelector<Control>(`#${idOf(place)}`);
      failure.value = { spoken: control?.matches(':focus') ? place : -1 };
      // Waits until the error is drawn, because a screen reader reads it with the field.
      setTimeout(() => control?.focus());
      return false;
    },
  };
}

const idOf = (place: number): string => `pre-chat-${place}`;

/** Returns the words for what is wrong with an answer; null for a good one. */
function faultOf({ type, required, options }: Field, answer: string): Key | null {
  if (type === 'choice') return required && !options.some(({ value }) => value === answer) ? 'formChoose' : null;
  if (!answer) return required ? 'formMissing' : null;
  return type === 'email' && !EMAIL.test(answer) ? 'formEmail' : null;
}

interface Row {
  readonly field: Field;
  readonly place: number;
  readonly value: string;
  readonly failed: Failure | null;
  write(name: string, value: string): void;
  submit(): void;
}

function row(kit: Kit, { t, tag }: Language, { field, place, value, failed, write, submit }: Row): ComponentChild {
  const { h, Icon, inLanguage } = kit;
  const { name, type, required, options } = field;
  const id = idOf(place);
  // A label without the panel's language is better than none.
  const inWords = (phrase: Phrase): string =>
    inLanguage(phrase, tag) || inLanguage(phrase, 'en') || `${Object.values(phrase).find(Boolean)}`;
  const label = inWords(field.label);
  const fault = failed && faultOf(field, value.trim());
  const shared = {
    id,
    part: 'pre-chat-field',
    value,
    autocomplete: field.autocomplete,
    'aria-required': required ? 'true' : undefined,
    'aria-invalid': fault ? 'true' : undefined,
    'aria-describedby': fault ? `${id}-error` : undefined,
    onInput: (event: TargetedEvent<Control>) => write(name, event.currentTarget.value),
  } as const;
  const control =
    type === 'choice'
      ? h(
          'select',
          shared,
          h('option', { value: '' }, t('formChoose')),
          options.map(each => h('option', { value: each.value }, inWords(each.label))),
        )
      : h('input', {
          ...shared,
          type,
          maxLength: LONGEST,
          enterkeyhint: 'go',
          autocapitalize: type === 'email' ? 'none' : undefined,
          // An empty field has the panel's direction.
          dir: value ? (type === 'email' ? 'ltr' : 'auto') : undefined,
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key === 'Enter' && !event.isComposing) submit();
          },
        });
  return h(
    'div',
    { class: fault ? 'pre-chat-row wrong' : 'pre-chat-row', key: name },
    h('label', { for: id }, required ? label : t('formOptional', { label })),
    control,
    fault &&
      h(
        'p',
        { id: `${id}-error`, class: 'detail', role: failed?.spoken === place ? 'alert' : undefined },
        h(Icon, { name: 'alert' }),
        t(fault),
      ),
  );
}
