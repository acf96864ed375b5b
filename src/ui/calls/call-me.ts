/**
 * The card "call me": a number, a moment to change one's mind, and then what becomes of the call. A call whose answer did not come is not placed again:
 * the card says so and asks.
 */

import type { ComponentType, TargetedEvent } from 'preact';
import type { Ask, Reply } from '../context/ask-broker.ts';
import { button, type CallKey, type CallKit, say } from './call-kit.ts';

/** Milliseconds in which the visitor can still cancel. */
const CANCEL_MS = 5_000;
const POLL_MS = 3_000;
const LONGEST_PAUSE_MS = 24_000;
/** Number of failed requests in a row after which the state is given up. */
const MAX_FAILURES = 6;

/** Fewest and most digits of a number with its country or without, by E.164. */
const SHORTEST = 4;
const LONGEST = 15;

interface Country {
  readonly country: string;
  readonly code: string;
}

/** `words` is said. `form` asks for the number; `soon` can be cancelled; `busy` goes on by itself; `over` can be tried again. */
interface Step {
  readonly name: 'form' | 'soon' | 'busy' | 'over';
  readonly words: CallKey | '';
}

const FORM: Step = { name: 'form', words: '' };
const UNKNOWN: Step = { name: 'over', words: 'callUnknown' };

const QUEUED: Step = { name: 'busy', words: 'callQueued' };

const STATES: Readonly<Record<string, Step | undefined>> = {
  queued: QUEUED,
  calling: { name: 'busy', words: 'callCalling' },
  connected: { name: 'over', words: 'callConnected' },
};

const REASONS: Readonly<Record<string, CallKey | undefined>> = {
  no_answer: 'callNoAnswer',
  busy: 'callBusy',
  lines_busy: 'callLinesBusy',
};

const REFUSALS: Readonly<Record<string, Step | undefined>> = {
  number_invalid: { name: 'form', words: 'callNumberInvalid' },
  country_not_allowed: { name: 'form', words: 'callCountryBlocked' },
  rate_limited: { name: 'over', words: 'callLimit' },
  outcome_unknown: UNKNOWN,
  '': UNKNOWN,
};

export interface CallCardProps {
  readonly close: () => void;
}

export function createCallMe(kit: CallKit, ask: Ask): ComponentType<CallCardProps> {
  const { h, useEffect, useRef, useState, useLanguage } = kit;

  return function CallMe({ close }) {
    const { t, locale } = useLanguage();
    const [countries, setCountries] = useState<readonly Country[]>([]);
    const [country, setCountry] = useState('');
    const [number, setNumber] = useState('');
    const { card, step, setStep } = useStep(kit);
    const field = useRef<HTMLInputElement>(null);
    const timer = useRef(0);
    const isGone = useRef(false);

    useEffect(() => {
      void ask('/call-me').then(reply => {
        const list = countriesOf(reply);
        setCountries(list);
        setCountry(nearest(list));
        if (list.length === 0) setStep({ name: 'over', words: 'callUnavailable' });
      });
      return () => {
        isGone.current = true;
        clearTimeout(timer.current);
      };
    }, []);
    useEffect(() => {
      if (step.name === 'form') field.current?.focus();
    }, [step, countries]);

    async function place(): Promise<void> {
      setStep({ name: 'busy', words: 'callSoon' });
      const reply = await ask('/call-me', { number, country, consent: say(t, 'callConsent') });
      if (isGone.current) return;
      if (!reply.ok) setStep(REFUSALS[reply.code] ?? { name: 'over', words: 'callUnavailable' });
      else if (typeof reply.body.id === 'string') {
        setStep(QUEUED);
        follow(reply.body.id, 0);
      } else setStep(UNKNOWN);
    }

    async function follow(id: string, failures: number): Promise<void> {
      const reply = await ask(`/call-me/${id}`);
      if (isGone.current) return;
      const next = reply.ok ? stepOf(reply.body) : undefined;
      if (next) setStep(next);
      if (next?.name === 'over') return;
      const failed = next ? 0 : failures + 1;
      if (failed >= MAX_FAILURES || (!reply.ok && reply.code === 'not_found')) setStep(UNKNOWN);
      else timer.current = window.setTimeout(follow, Math.min(POLL_MS * 2 ** failed, LONGEST_PAUSE_MS), id, failed);
    }

    function submit(): void {
      const problem = problemOf(number, countries);
      if (problem) setStep({ name: 'form', words: problem });
      else {
        setStep({ name: 'soon', words: 'callSoon' });
        timer.current = window.setTimeout(place, CANCEL_MS);
      }
    }

    function cancel(): void {
      clearTimeout(timer.current);
      setStep(FORM);
    }

    const names = new Intl.DisplayNames(locale, { type: 'region' });
    const isWrong = step.name === 'form' && step.words !== '';
    const form = step.name === 'form' &&
      countries.length > 0 && [
        h('p', null, say(t, 'callMeText')),
        h(
          'div',
          { class: 'call-fields' },
          h(
            'select',
            {
              'aria-label': say(t, 'callCountry'),
              value: country,
              onChange: (event: TargetedEvent<HTMLSelectElement>) => setCountry(event.currentTarget.value),
            },
            countries.map(each =>
              h('option', { key: each.country, value: each.country }, `${names.of(each.country)} +${each.code}`),
            ),
          ),
          h('input', {
            ref: field,
            type: 'tel',
            autocomplete: 'tel-national',
            dir: 'ltr',
            maxLength: 40,
            'aria-label': say(t, 'callNumber'),
            placeholder: say(t, 'callNumber'),
            'aria-invalid': isWrong,
            value: number,
            onInput: (event: TargetedEvent<HTMLInputElement>) => setNumber(event.currentTarget.value),
            onKeyDown: (event: KeyboardEvent) => isEnter(event) && submit(),
          }),
        ),
        h('p', { class: 'detail' }, say(t, 'callConsent')),
      ];
    const isFailed = step.name === 'over' && step.words !== 'callConnected' && step.words !== 'callLimit';
    return h(
      'div',
      { ref: card, class: 'call-card', tabIndex: -1 },
      form,
      // Always there, because screen readers announce only changes of a region that they know.
      h('p', { role: 'status', class: isWrong ? 'call-wrong' : '' }, step.words && say(t, step.words)),
      h(
        'div',
        { class: 'actions' },
        form && button(kit, say(t, 'callMe'), 'primary', submit),
        isFailed && countries.length > 0 && button(kit, say(t, 'callAgain'), 'primary', () => setStep(FORM)),
        step.name === 'soon' && button(kit, say(t, 'callCancel'), '', cancel),
        /form|over/.test(step.name) && button(kit, t('closeHere'), '', close),
      ),
    );
  };
}

/** Holds the step, and keeps the focus in the card when the field or the button that had it disappears with the step before. */
function useStep({ useLayoutEffect, useRef, useState, focusStill }: CallKit) {
  const card = useRef<HTMLDivElement>(null);
  const [step, show] = useState<Step>(FORM);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    // Comes before the panel gives the focus to the composer.
    if (hadFocus.current && !hasFocus(card.current)) focusStill(card.current);
  }, [step]);
  const setStep = (next: Step) => {
    hadFocus.current = hasFocus(card.current);
    show(next);
  };
  return { card, step, setStep };
}

/** Finds what the broker would refuse too, because the visitor should not wait for that. The broker knows the numbers of each country. */
function problemOf(number: string, countries: readonly Country[]): CallKey | undefined {
  const digits = number.replace(/\D/g, '');
  const isInternational = /^[\s(]*(?:\+|00)/.test(number);
  const called = isInternational ? digits.replace(/^00/, '') : digits;
  if (called.length < SHORTEST || called.length > LONGEST) return 'callNumberInvalid';
  if (isInternational && !countries.some(({ code }) => called.startsWith(code))) return 'callCountryBlocked';
  return undefined;
}

const hasFocus = (card: HTMLElement | null): boolean =>
  Boolean(card?.contains((card.getRootNode() as Document | ShadowRoot).activeElement));

/** Keeps the key from the composer, which gets the focus when the field disappears: it would write a line break there, or send the draft. */
function isEnter(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter') return false;
  event.preventDefault();
  return true;
}

function stepOf({ status, reason }: Readonly<Record<string, unknown>>): Step | undefined {
  if (status === 'failed') return { name: 'over', words: REASONS[`${reason}`] ?? 'callFailed' };
  return STATES[`${status}`];
}

function countriesOf(reply: Reply): readonly Country[] {
  const list = reply.ok && Array.isArray(reply.body.countries) ? reply.body.countries : [];
  return list.filter((each): each is Country => /^[A-Z]{2}$/.test(each?.country) && /^\d{1,5}$/.test(each?.code));
}

/** Returns the visitor's country by the languages of the browser, else the first of the list. */
function nearest(list: readonly Country[]): string {
  const regions = navigator.languages.map(tag => new Intl.Locale(tag).maximize().region);
  const known = regions.find(region => list.some(({ country }) => country === region));
  return known ?? list[0]?.country ?? '';
}
