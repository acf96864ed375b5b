/** Draws series on a canvas with uPlot. Fetched with the first chart, because uPlot needs a browser when it is loaded. */

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import UPlot from 'uplot';
import type { Range, SeriesSet } from './series.ts';

export interface ChartProps {
  readonly set: SeriesSet;
  readonly range: Range;
  /** Names of the series that are not drawn. */
  readonly hidden: ReadonlySet<string>;
  /** Called after a zoom with the pointer. */
  readonly onZoom: (range: Range) => void;
  /** Called with the index of the time under the pointer; null without one. */
  readonly onPoint: (index: number | null) => void;
  readonly label: string;
}

const HEIGHT = 320;
const TWO_DAYS = 172_800;
/** Names of the colours in views.css. */
export const COLORS = ['--series-1', '--series-2', '--series-3', '--series-4'];

export function Chart(props: ChartProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<UPlot | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const isDark = useDarkScheme();
  const { set, range, hidden, label } = props;
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const data = [set.times, ...set.series.map(each => each.values)] as unknown as UPlot.AlignedData;
    const made = new UPlot(optionsOf(element, latest), data, element);
    chart.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [set, isDark]);
  useEffect(
    () => chart.current?.setScale('x', { min: range.from, max: range.to }),
    [set, isDark, range.from, range.to],
  );
  useEffect(() => {
    for (const [index, { name }] of set.series.entries())
      chart.current?.setSeries(index + 1, { show: !hidden.has(name) });
  }, [set, isDark, hidden]);
  return <div class="chart" ref={place} role="img" aria-label={label} />;
}

function optionsOf(element: HTMLElement, latest: { readonly current: ChartProps }): UPlot.Options {
  const color = (name: string): string => resolvedColor(element, name);
  const axis = { stroke: color('--muted'), grid: { stroke: color('--edge') }, ticks: { stroke: color('--edge') } };
  const { set } = latest.current;
  const stepped = UPlot.paths.stepped?.({ align: 1 });
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    scales: { y: { range: (_chart, _low, high) => [0, Math.max(2, Math.ceil(high * 1.1))] } },
    series: [
      {},
      ...set.series.map(({ name }, index) => ({
        label: name,
        stroke: color(COLORS[index % COLORS.length] ?? '--series-1'),
        width: 2,
        ...(stepped ? { paths: stepped } : {}),
        points: { show: false },
      })),
    ],
    axes: [
      { ...axis, values: (chart, splits) => splits.map(each => timeWords(each, chart.scales.x)) },
      { ...axis, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] },
    ],
    hooks: {
      setCursor: [({ cursor }) => latest.current.onPoint(cursor.idx ?? null)],
      setSelect: [
        chart => {
          const { left, width } = chart.select;
          if (width < 4) return;
          const range = { from: chart.posToVal(left, 'x'), to: chart.posToVal(left + width, 'x') };
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          latest.current.onZoom(range);
        },
      ],
    },
    // The panel zooms, so that its buttons and the pointer share one range.
    cursor: { drag: { x: true, y: false, setScale: false } },
  };
}

const HOUR = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric' });

function timeWords(seconds: number, scale: UPlot.Scale | undefined): string {
  const isLong = (scale?.max ?? 0) - (scale?.min ?? 0) > TWO_DAYS;
  const isMidnight = new Date(seconds * 1000).getHours() === 0;
  return (isLong && isMidnight ? DAY : HOUR).format(seconds * 1000);
}

/** Returns a custom property as a colour that a canvas understands: `light-dark()` is resolved. */
function resolvedColor(element: HTMLElement, name: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function useDarkScheme(): boolean {
  const query = matchMedia('(prefers-color-scheme: dark)');
  const [isDark, setDark] = useState(query.matches);
  useEffect(() => {
    const follow = () => setDark(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return isDark;
}
