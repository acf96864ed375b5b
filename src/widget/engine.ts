/**
 * What stands behind the panel, and comes after it: the chat itself with the browser's own ports, and what the panel can do without until
 * then. The script tag's files alone are split like this; whoever bundles Natter has all of it at once.
 */

import type { Chat } from '../client/chat.ts';
import { keepTexts } from '../ui/own-texts.ts';
import { borrow } from './borrowed.ts';
import { chatFor } from './create-chat.ts';
import type { Lent } from './lent.ts';
import type { Settings } from './options.ts';

export { replies } from '../ui/replies.ts';
export { prepareReturn } from './come-back.ts';
export { createExtras } from './extras.ts';
export { reportSettings } from './settings-report.ts';

/** `lent` is the panel's: what is drawn follows only signals of its own making. Before anything else here is used. */
export function prepare(lent: Lent): void {
  borrow(lent);
  keepTexts();
}

export const startEngine = (settings: Settings): Chat => chatFor(settings);
