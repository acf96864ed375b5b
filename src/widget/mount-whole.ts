/** The widget for whoever bundles Natter: with its chat, its replies and all languages from the start. The script tag's is embed.ts. */

import { languages } from '../ui/languages.ts';
import { replies } from '../ui/replies.ts';
import { chatFor } from './create-chat.ts';
import { mount, type Place, type Widget } from './mount.ts';
import type { Settings } from './options.ts';

export function mountWhole(settings: Settings, place: Place): Widget {
  const widget = mount(settings, place, chatFor(settings), languages);
  widget.furnish(replies);
  return widget;
}
