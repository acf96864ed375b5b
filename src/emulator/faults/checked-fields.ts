/**
 * Reads the arguments of control calls field by field, whether they are a JSON body or a program's object. Its errors tell a tester what to correct.
 */

import { type Json, readObject } from '../../protocol/json-fields.ts';

/** An error whose message says why an argument is refused. http-control.ts turns it into a 400, checked.ts into an EmulatorError. */
export class BodyProblem extends Error {
  override readonly name = 'BodyProblem';
}

export interface BodyFields {
  optionalNumber(name: string, min: number, max: number): number | undefined;
  number(name: string, min: number, max: number): number;
  optionalInteger(name: string, min: number, max: number): number | undefined;
  integer(name: string, min: number, max: number): number;
  optionalText(name: string): string | undefined;
  text(name: string): string;
  /** One of the given words. */
  word<T extends string>(name: string, words: readonly T[]): T;
  optionalWord<T extends string>(name: string, words: readonly T[]): T | undefined;
  /** Throws a BodyProblem if the body has a field that was not read, such as a misspelt one. */
  end(): void;
}

/** Throws a BodyProblem with the text `otherwise` if the value is not an object. */
export function readBodyFields(value: unknown, otherwise = 'the body must be a JSON object'): BodyFields {
  const body = readObject(value);
  if (!body) throw new BodyProblem(otherwise);
  const asked = new Set<string>();
  const take = (name: string): unknown => {
    asked.add(name);
    return Object.hasOwn(body, name) ? body[name] : undefined;
  };
  const optional = <T>(name: string, form: string, accept: (raw: unknown) => T | undefined): T | undefined => {
    const raw = take(name);
    if (raw === undefined || raw === null) return undefined;
    const accepted = accept(raw);
    if (accepted === undefined) throw new BodyProblem(`"${name}" must be ${form}`);
    return accepted;
  };
  const required = <T>(name: string, form: string, accept: (raw: unknown) => T | undefined): T => {
    const given = optional(name, form, accept);
    if (given === undefined) throw new BodyProblem(`"${name}" is missing: it must be ${form}`);
    return given;
  };
  return {
    optionalNumber: (name, min, max) => optional(name, numberForm(min, max), within(min, max)),
    number: (name, min, max) => required(name, numberForm(min, max), within(min, max)),
    optionalInteger: (name, min, max) => optional(name, `a whole ${numberForm(min, max, '')}`, whole(min, max)),
    integer: (name, min, max) => required(name, `a whole ${numberForm(min, max, '')}`, whole(min, max)),
    optionalText: name => optional(name, 'a string', asText),
    text: name => required(name, 'a non-empty string', raw => asText(raw) || undefined),
    word: (name, words) => required(name, wordForm(words), oneOf(words)),
    optionalWord: (name, words) => optional(name, wordForm(words), oneOf(words)),
    end: () => refuseUnknown(body, asked),
  };
}

function refuseUnknown(body: Json, asked: ReadonlySet<string>): void {
  const unknown = Object.keys(body).find(name => !asked.has(name));
  if (unknown === undefined) return;
  const known = asked.size > 0 ? `; it takes ${[...asked].join(', ')}` : '; it takes no fields';
  throw new BodyProblem(`"${unknown}" is not a field of this request${known}`);
}

const numberForm = (min: number, max: number, article = 'a ') => `${article}number from ${min} to ${max}`;
const wordForm = (words: readonly string[]) => `one of ${words.join(', ')}`;
const asText = (raw: unknown) => (typeof raw === 'string' ? raw : undefined);

function within(min: number, max: number) {
  return (raw: unknown) => (typeof raw === 'number' && raw >= min && raw <= max ? raw : undefined);
}

function whole(min: number, max: number) {
  return (raw: unknown) => (Number.isInteger(raw) ? within(min, max)(raw) : undefined);
}

function oneOf<T extends string>(words: readonly T[]) {
  return (raw: unknown) => words.find(word => word === raw);
}
