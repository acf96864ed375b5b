/** The warnings for props that `<ChatWidget>` does not have. */

import { nameHint } from '../ui/nearest-name.ts';
import { EVENTS, handlerOf } from './host-events.ts';
import { AS_THEY_ARE, isForeign } from './host-props.ts';
import { NAMES } from './host-settings.ts';
import type { SettingsWarning } from './settings-report.ts';

export function reportProps(props: object): readonly SettingsWarning[] {
  const known = [...NAMES, ...EVENTS.map(handlerOf), ...AS_THEY_ARE, 'className', 'class', 'ref'];
  return Object.keys(props)
    .filter(name => !known.includes(name) && !isForeign(name) && Reflect.get(props, name) !== undefined)
    .map(name => ({
      code: 'unknown_setting',
      message: `ChatWidget has no prop "${name}".${nameHint(name, known)}`,
    }));
}
