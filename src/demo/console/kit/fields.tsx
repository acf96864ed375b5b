/** Form fields with their labels. */

import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
}

interface TextFieldProps extends FieldProps {
  /** A new value replaces what is written; the same one leaves it. */
  readonly value: string;
  readonly type?: 'text' | 'search' | 'number' | 'tel';
  readonly placeholder?: string;
  readonly required?: boolean;
  /** Called with each change while the visitor types. */
  readonly onInput?: (value: string) => void;
  /** Called when the visitor leaves the field or presses Enter. */
  readonly onChange?: (value: string) => void;
}

export function TextField({ label, hint, value, onInput, onChange, ...own }: TextFieldProps): JSX.Element {
  const [text, setText] = useState(value);
  useLayoutEffect(() => setText(value), [value]);
  return (
    <label class="field">
      <span>{label}</span>
      <input
        step={own.type === 'number' ? 'any' : undefined}
        {...own}
        type={(own.type ?? 'text') as 'text'}
        value={text}
        onInput={event => {
          setText(event.currentTarget.value);
          onInput?.(event.currentTarget.value);
        }}
        onChange={event => onChange?.(event.currentTarget.value)}
      />
      {hint && <small>{hint}</small>}
    </label>
  );
}

interface SelectProps extends FieldProps {
  readonly value: string;
  /** Values with their words. */
  readonly options: Readonly<Record<string, string>>;
  readonly onChange: (value: string) => void;
}

export function Select({ label, hint, value, options, onChange }: SelectProps): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={event => onChange(event.currentTarget.value)}>
        {Object.entries(options).map(([name, words]) => (
          <option key={name} value={name} selected={name === value}>
            {words}
          </option>
        ))}
      </select>
      {hint && <small>{hint}</small>}
    </label>
  );
}

/** Says that a text is not saved, and leads back to the stored one. */
export function Unsaved(props: { readonly text: string; readonly stored: string; readonly onDiscard: () => void }) {
  if (props.text === props.stored) return null;
  return (
    <>
      <p class="about">Not saved.</p>
      <button type="button" onClick={props.onDiscard}>
        Discard the change
      </button>
    </>
  );
}

/** A form that is sent by Enter as well as by its button, and never leaves the page. */
export function Form(props: {
  readonly label: string;
  readonly onSubmit: () => void;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <form
      class="form"
      aria-label={props.label}
      onSubmit={event => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      {props.children}
    </form>
  );
}

/** `live: Live`, for a select whose words are its values. */
export const sameWords = (values: readonly string[]): Record<string, string> =>
  Object.fromEntries(values.map(value => [value, value]));
