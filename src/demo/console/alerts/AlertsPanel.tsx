/** Alert rules with their states over time, the means to make one fire, and the notices that came. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AlertRule, NewAlertRule } from '../../../entries/platform.ts';
import { type Act, ActStatus, AskedView, useAct, useAsk } from '../kit/ask.tsx';
import { Form, Select, sameWords, TextField } from '../kit/fields.tsx';
import { clockTime, duration } from '../kit/format.ts';
import { useKeptValue } from '../kit/kept-value.ts';
import { usePort } from '../kit/port.ts';
import { conditionOf, type History, noteStates, STATE_WORDS, stretchesOf, valueWords } from './history.ts';
import { NoticeLog } from './NoticeLog.tsx';

const REFRESH_MS = 2_000;
const MINUTE_MS = 60_000;

const METRICS = [
  ...(['turn_latency_p50', 'turn_latency_p95', 'api_errors', 'function_errors', 'call_crashes'] as const),
  'call_volume',
] as const;
const OPERATORS = ['>=', '>', '<', '<='] as const;
const WINDOWS = ['5m', '10m', '60m'] as const;

export function AlertsPanel(): JSX.Element {
  const port = usePort();
  const [history, noteHistory] = useKeptValue<History>('states of rules', new Map());
  const asked = useAsk(
    'rules',
    async () => {
      const rules = await port.platform.alerts.rules();
      noteHistory(before => noteStates(before, rules));
      return rules;
    },
    REFRESH_MS,
  );
  const changed = asked.reload;
  const act = useAct();
  const remove = ({ id, name }: AlertRule) =>
    act.run(async () => {
      await port.platform.alerts.deleteRule(id);
      changed();
      return `The rule “${name}” was deleted.`;
    });
  return (
    <>
      <NewRule changed={changed} />
      <Trigger changed={changed} />
      <ActStatus act={act} />
      <AskedView
        asked={asked}
        isEmpty={rules => rules.length === 0}
        empty={<p>No rule yet. Create one, add a sample that breaks it, and go on by a minute.</p>}
      >
        {rules => (
          <ul class="cards" aria-label="Alert rules">
            {rules.map(rule => (
              <Rule key={rule.id} rule={rule} states={history.get(rule.id) ?? []} changed={changed} remove={remove} />
            ))}
          </ul>
        )}
      </AskedView>
      <NoticeLog />
    </>
  );
}

interface RuleProps {
  readonly rule: AlertRule;
  readonly states: Parameters<typeof stretchesOf>[0];
  readonly changed: () => void;
  readonly remove: (rule: AlertRule) => void;
}

const TAGS: Readonly<Record<string, string>> = { ok: ' good', alert: ' bad', no_data: '', unknown: ' warn' };

function Rule({ rule, states, changed, remove }: RuleProps): JSX.Element {
  const { platform } = usePort();
  const act = useAct();
  const state = rule.current_state ?? 'unknown';
  const until = Date.parse(rule.last_evaluated_at ?? rule.since ?? rule.created_at);
  const perform = (call: () => Promise<unknown>, words: string) =>
    act.run(async () => {
      await call();
      changed();
      return words;
    });
  const enable = () => platform.alerts.updateRule(rule.id, { enabled: !rule.enabled });
  return (
    <li class="card">
      <b>{rule.name}</b>
      <span class="tags">
        <b class={`tag${TAGS[state]}`}>{STATE_WORDS[state]}</b>
        {!rule.enabled && <b class="tag">off</b>}
      </span>
      <p>{conditionOf(rule)}</p>
      <Strip states={states} until={until} />
      <small>
        {rule.last_evaluated_at
          ? `Value ${valueWords(rule.metric, rule.current_value)} at ${clockTime(rule.last_evaluated_at)}`
          : 'Not evaluated yet'}
      </small>
      <div class="row">
        <button type="button" onClick={() => perform(enable, rule.enabled ? 'Switched off.' : 'Switched on.')}>
          {rule.enabled ? 'Switch off' : 'Switch on'}
          <span class="visually-hidden"> {rule.name}</span>
        </button>
        <button type="button" onClick={() => remove(rule)}>
          Delete<span class="visually-hidden"> {rule.name}</span>
        </button>
        <ActStatus act={act} />
      </div>
    </li>
  );
}

function Strip({ states, until }: { readonly states: RuleProps['states']; readonly until: number }): JSX.Element {
  const stretches = stretchesOf(states, until);
  const words = stretches.map(
    ({ state, from, seconds }) =>
      `${STATE_WORDS[state]} ${seconds === null ? `since ${clockTime(new Date(from).toISOString())}` : `for ${duration(seconds)}`}`,
  );
  return (
    <svg class="strip" role="img" aria-label={`States: ${words.join(', ')}`}>
      {stretches.map(({ state, at, share }) => (
        <rect key={at} class={`state-${state}`} x={`${at * 100}%`} width={`${share * 100}%`} height="100%" />
      ))}
    </svg>
  );
}

interface ChangedProps {
  readonly changed: () => void;
}

/** A rule while it is written: the threshold is a text, which may be half a number. */
type DraftRule = Omit<NewAlertRule, 'threshold_value'> & { readonly threshold: string };

const FIRST: DraftRule = {
  name: 'Errors of the platform',
  metric: 'api_errors',
  operator: '>=',
  threshold: '3',
  window_duration: '5m',
};

function NewRule({ changed }: ChangedProps): JSX.Element {
  const { platform } = usePort();
  const [rule, setRule] = useKeptValue('new rule', FIRST);
  const act = useAct();
  const set = (part: Partial<DraftRule>) => setRule(before => ({ ...before, ...part }));
  const create = () =>
    act.run(async () => {
      const { threshold, ...others } = rule;
      const given = { ...others, name: rule.name.trim(), threshold_value: readNumber(threshold, 'The threshold') };
      if (given.name === '') throw new Error('Give the rule a name.');
      const { name } = await platform.alerts.createRule(given);
      changed();
      return `The rule “${name}” was created.`;
    });
  return (
    <Form label="New rule" onSubmit={create}>
      <TextField label="Rule" value={rule.name} required onInput={name => set({ name })} />
      <Select
        label="Metric"
        value={rule.metric}
        options={sameWords(METRICS)}
        onChange={metric => set({ metric: metric as NewAlertRule['metric'] })}
      />
      <Select
        label="Comparison"
        value={rule.operator}
        options={sameWords(OPERATORS)}
        onChange={operator => set({ operator: operator as NewAlertRule['operator'] })}
      />
      <TextField label="Threshold" type="number" value={rule.threshold} onInput={threshold => set({ threshold })} />
      <Select
        label="Window"
        value={rule.window_duration}
        options={sameWords(WINDOWS)}
        onChange={window => set({ window_duration: window as NewAlertRule['window_duration'] })}
      />
      <button type="submit" class="main">
        Create rule
      </button>
      <ActStatus act={act} />
    </Form>
  );
}

function readNumber(text: string, name: string): number {
  if (text.trim() === '' || !Number.isFinite(Number(text))) throw new Error(`${name} must be a number.`);
  return Number(text);
}

function Trigger({ changed }: ChangedProps): JSX.Element {
  const port = usePort();
  const act: Act = useAct();
  const [metric, setMetric] = useState<string>('api_errors');
  const [value, setValue] = useKeptValue('sample', '5');
  const add = () =>
    act.run(async () => {
      await port.control('POST', 'metrics', { metric, value: readNumber(value, 'The value') });
      return `A sample of ${metric} was added. Rules read it at their next evaluation.`;
    });
  const goOn = () =>
    act.run(async () => {
      const { now } = (await port.control('POST', 'clock', { advanceMs: MINUTE_MS })) as { readonly now: string };
      changed();
      return `The emulator’s clock shows ${clockTime(now)}. Every rule was evaluated.`;
    });
  return (
    <Form label="Samples" onSubmit={add}>
      <Select label="Sample of" value={metric} options={sameWords(METRICS)} onChange={setMetric} />
      <TextField label="Value" type="number" value={value} onInput={text => setValue(() => text)} />
      <button type="submit">Add sample</button>
      <button type="button" onClick={goOn}>
        Go on by a minute
      </button>
      <ActStatus act={act} />
    </Form>
  );
}
