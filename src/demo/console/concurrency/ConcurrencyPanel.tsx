/** Peaks of concurrent conversations over a day or a week, as a chart that zooms, and as figures. */

import type { FunctionComponent, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ActStatus, AskedView, useAct, useAsk } from '../kit/ask.tsx';
import { Select, sameWords } from '../kit/fields.tsx';
import { dateTime } from '../kit/format.ts';
import { type ConsolePort, ENVIRONMENTS, usePort } from '../kit/port.ts';
import { linkTo, type Route } from '../kit/route.ts';
import { sampleConversations } from '../kit/samples.ts';
import type { ChartProps } from './Chart.tsx';
import { type Range, type SeriesSet, toSeries, zoomed } from './series.ts';

const SPANS = { day: 'One day', week: 'One week' } as const;
const SPLITS = { '': 'All in one', variant: 'By variant' } as const;
const DAY_MS = 86_400_000;
const SAMPLES = 200;

/** Asks the emulator for its time, because its clock can be advanced. */
async function emulatorNow(port: ConsolePort): Promise<number> {
  const { now } = (await port.control('POST', 'clock', { advanceMs: 0 })) as { readonly now: string };
  return Date.parse(now);
}

export function ConcurrencyPanel({ route: { query } }: { readonly route: Route }): JSX.Element {
  const port = usePort();
  const act = useAct();
  const span = query.span === 'week' ? 'week' : 'day';
  const environment = ENVIRONMENTS.find(each => each === query.env) ?? 'live';
  const asked = useAsk(JSON.stringify(query), async () => {
    const end = await emulatorNow(port);
    const answer = await port.platform.concurrency.get({
      start_time: new Date(end - DAY_MS * (span === 'week' ? 7 : 1)).toISOString(),
      end_time: new Date(end).toISOString(),
      client_env: environment,
      ...(query.by === 'variant' ? { slice_by: 'variant' as const } : {}),
    });
    return toSeries(answer);
  });
  const set = (name: string) => (value: string) => {
    location.hash = linkTo('concurrency', '', { ...query, [name]: value });
  };
  const addSamples = async (): Promise<string> => {
    const conversations = sampleConversations(await emulatorNow(port), SAMPLES, environment);
    await port.control('POST', 'conversations', { conversations });
    asked.reload();
    return `${SAMPLES} conversations of the past week were added.`;
  };
  return (
    <>
      <div class="form">
        <Select label="Span" value={span} options={SPANS} onChange={set('span')} />
        <Select label="Series" value={query.by ?? ''} options={SPLITS} onChange={set('by')} />
        <Select label="Environment" value={environment} options={sameWords(ENVIRONMENTS)} onChange={set('env')} />
        <button type="button" onClick={asked.reload}>
          Refresh
        </button>
      </div>
      <AskedView asked={asked}>
        {value => (
          <>
            {value.series.every(each => each.peak === 0) && (
              <div class="empty">
                <p>No conversation in this time.</p>
                <button type="button" onClick={() => act.run(addSamples)}>
                  Add {SAMPLES} samples
                </button>
              </div>
            )}
            {value.times.length > 0 && <Zoomable key={JSON.stringify(query)} set={value} />}
          </>
        )}
      </AskedView>
      <ActStatus act={act} />
    </>
  );
}

function Zoomable({ set }: { readonly set: SeriesSet }): JSX.Element {
  const whole = { from: set.times[0] ?? 0, to: set.times.at(-1) ?? 0 };
  const [range, setRange] = useState<Range>(whole);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [index, setIndex] = useState<number | null>(null);
  const [Chart, problem] = useChart();
  const zoom = (factor: number, steps = 0) => setRange(before => zoomed(before, whole, factor, steps));
  const words = set.series.map(each => `${each.name}, at most ${each.peak}`).join('; ');
  const toggle = (name: string, isShown: boolean) =>
    setHidden(before => new Set(isShown ? [...before].filter(each => each !== name) : [...before, name]));
  return (
    <>
      <fieldset class="row bare">
        <legend class="visually-hidden">Zoom</legend>
        <button type="button" onClick={() => zoom(0.5)}>
          Zoom in
        </button>
        <button type="button" onClick={() => zoom(2)}>
          Zoom out
        </button>
        <button type="button" onClick={() => zoom(1, -1)}>
          Earlier
        </button>
        <button type="button" onClick={() => zoom(1, 1)}>
          Later
        </button>
        <button type="button" onClick={() => setRange(whole)}>
          Whole
        </button>
        <p class="act-status" role="status">
          {timeOf(range.from)} to {timeOf(range.to)}
        </p>
      </fieldset>
      {problem && <p class="act-status failed">{problem}</p>}
      {Chart && (
        <Chart
          set={set}
          range={range}
          hidden={hidden}
          onZoom={setRange}
          onPoint={setIndex}
          label={`Concurrent conversations: ${words}`}
        />
      )}
      <Figures set={set} hidden={hidden} index={index} toggle={toggle} />
    </>
  );
}

const timeOf = (seconds: number): string => dateTime(new Date(seconds * 1000).toISOString());

/** Returns the chart once it has been fetched, and a sentence if it cannot be fetched. */
function useChart(): readonly [FunctionComponent<ChartProps> | null, string] {
  const [loaded, setLoaded] = useState<{ readonly Chart: FunctionComponent<ChartProps> } | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    import('./Chart.tsx').then(setLoaded, () =>
      setProblem('The chart could not be loaded. The figures are below; load the page again for the chart.'),
    );
  }, []);
  return [loaded?.Chart ?? null, problem];
}

interface FiguresProps {
  readonly set: SeriesSet;
  readonly hidden: ReadonlySet<string>;
  /** Index of the time under the pointer. */
  readonly index: number | null;
  readonly toggle: (name: string, isShown: boolean) => void;
}

function Figures({ set, hidden, index, toggle }: FiguresProps): JSX.Element {
  const time = index === null ? undefined : set.times[index];
  return (
    <table aria-label="Peaks">
      <thead>
        <tr>
          <th scope="col">Series</th>
          <th scope="col">Peak</th>
          <th scope="col">When</th>
          <th scope="col">{time === undefined ? 'At the pointer' : timeOf(time)}</th>
        </tr>
      </thead>
      <tbody>
        {set.series.map(({ name, peak, peakAt, values }, place) => (
          <tr key={name}>
            <th scope="row">
              <label class="check">
                <input
                  type="checkbox"
                  checked={!hidden.has(name)}
                  onChange={event => toggle(name, event.currentTarget.checked)}
                />
                <i class={`swatch series-${(place % 4) + 1}`} />
                {name}
              </label>
            </th>
            <td>{peak}</td>
            <td>{peak > 0 ? timeOf(peakAt) : '–'}</td>
            <td>{(index === null ? undefined : values[index]) ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
