import { afterEach, expect, it, vi } from 'vitest';
import { keptAt, keptKey } from '../../src/browser/marker.ts';
import { browserPorts } from '../../src/browser/ports.ts';

const broker = 'https://ports.example';
afterEach(() => void vi.unstubAllGlobals());

it('[M6] a page keeps its conversation and knows of other tabs, unless it is told or forced not to', () => {
  const has = (ports: object) => ['storage', 'tabs'].filter(name => name in ports);
  expect(has(browserPorts({ broker }))).toEqual(['storage', 'tabs']);
  expect(has(browserPorts({ broker, remember: 'session' }))).toEqual(['storage', 'tabs']);
  expect(has(browserPorts({ broker, remember: 'nothing' }))).toEqual(['tabs']);
  vi.stubGlobal('navigator', {});
  expect(has(browserPorts({ broker }))).toEqual([]);
  expect(has(browserPorts({ broker, remember: 'session' }))).toEqual(['storage']);
});

it('[M3] storage and tabs are those of the widget, by default of the widget named default', async () => {
  const storage = browserPorts({ broker, widgetId: 'one' }).storage;
  await storage?.save(() => ({ head: 'one' }));
  const at = (name: string) => keptAt(keptKey(broker, name), 'conversation');
  expect([at('one') > 0, at('default')]).toEqual([true, 0]);
  const names = async () => ((await navigator.locks.query()).held ?? []).map(lock => lock.name);
  const held = [{ broker }, { broker: `${broker}/`, widgetId: 'one' }].map(options =>
    browserPorts(options).tabs?.hold('join', { held() {}, lost() {} }),
  );
  await vi.waitUntil(async () => (await names()).length === 2);
  expect((await names()).sort()).toEqual([`natter:${broker}#default:join`, `natter:${broker}#one:join`]);
  for (const letGo of held) letGo?.();
  await storage?.clear();
});
