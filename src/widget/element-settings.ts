/**
 * The settings as properties of `<natter-chat>`, as TypeScript sees them: what is read is the setting, what is written may also take it back.
 * Written out, because only accessors can be read as one type and written as another. What they do is element.ts.
 */

import type { Settings } from './options.ts';

type Unset = null | undefined;

type Empty = '' | Unset;

/**
 * The settings as properties. Undefined, null and the empty string go back to the default; of `texts` and the functions only the first two do.
 * `title` and `nonce` are properties of every element, which take text alone: the empty string takes them back.
 */
export interface ElementSettings {
  get broker(): Settings['broker'];
  set broker(value: Settings['broker'] | URL | Empty);
  get widgetId(): Settings['widgetId'];
  set widgetId(value: Settings['widgetId'] | Empty);
  title: string;
  get color(): Settings['color'];
  set color(value: Settings['color'] | Empty);
  get avatar(): Settings['avatar'];
  set avatar(value: Settings['avatar'] | URL | Empty);
  get theme(): Settings['theme'];
  set theme(value: Settings['theme'] | Empty);
  get position(): Settings['position'];
  set position(value: Settings['position'] | Empty);
  get renderMode(): Settings['renderMode'];
  set renderMode(value: Settings['renderMode'] | Empty);
  get target(): Settings['target'];
  set target(value: Settings['target'] | Empty);
  get autoOpen(): Settings['autoOpen'];
  set autoOpen(value: Settings['autoOpen'] | Empty);
  get showLauncher(): Settings['showLauncher'];
  set showLauncher(value: Settings['showLauncher'] | Empty);
  get showHeader(): Settings['showHeader'];
  set showHeader(value: Settings['showHeader'] | Empty);
  get platform(): Settings['platform'];
  set platform(value: Settings['platform'] | Empty);
  get streaming(): Settings['streaming'];
  set streaming(value: Settings['streaming'] | Empty);
  get remember(): Settings['remember'];
  set remember(value: Settings['remember'] | Empty);
  get locale(): Settings['locale'];
  set locale(value: Settings['locale'] | Empty);
  get languages(): Settings['languages'];
  set languages(value: Settings['languages'] | Empty);
  get texts(): Settings['texts'];
  set texts(value: Settings['texts'] | Unset);
  get imageOrigins(): Settings['imageOrigins'];
  set imageOrigins(value: Settings['imageOrigins'] | Empty);
  get consent(): Settings['consent'];
  set consent(value: Settings['consent'] | Empty);
  get consentVersion(): Settings['consentVersion'];
  set consentVersion(value: Settings['consentVersion'] | Empty);
  get privacyUrl(): Settings['privacyUrl'];
  set privacyUrl(value: Settings['privacyUrl'] | URL | Empty);
  get termsUrl(): Settings['termsUrl'];
  set termsUrl(value: Settings['termsUrl'] | URL | Empty);
  get disclaimer(): Settings['disclaimer'];
  set disclaimer(value: Settings['disclaimer'] | Empty);
  get phone(): Settings['phone'];
  set phone(value: Settings['phone'] | Empty);
  get email(): Settings['email'];
  set email(value: Settings['email'] | Empty);
  get contactUrl(): Settings['contactUrl'];
  set contactUrl(value: Settings['contactUrl'] | URL | Empty);
  get rating(): Settings['rating'];
  set rating(value: Settings['rating'] | Empty);
  get sound(): Settings['sound'];
  set sound(value: Settings['sound'] | Empty);
  get keepAlive(): Settings['keepAlive'];
  set keepAlive(value: Settings['keepAlive'] | Empty);
  nonce: string;
  get trace(): Settings['trace'];
  set trace(value: Settings['trace'] | Unset);
  get beforeSend(): Settings['beforeSend'];
  set beforeSend(value: Settings['beforeSend'] | Unset);
  get beforeShow(): Settings['beforeShow'];
  set beforeShow(value: Settings['beforeShow'] | Unset);
}
