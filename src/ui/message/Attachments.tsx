/** Draws link cards, pictures and phone numbers. Omits attachments that have neither text nor address nor picture. */

import type { Signal } from '@preact/signals-core';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { CallAction as Call, Attachment as Data, MessageItem } from '../../client/api/chat-state.ts';
import { isBlank } from '../../client/api/is-blank.ts';
import { useSettings, useUi, useWords } from '../context/hooks.ts';
import { useSelected, useSignal } from '../context/use-signal.ts';
import { unspoofed } from '../i18n/translate.ts';
import { Enlarge } from '../kit/Enlarge.tsx';
import { Icon } from '../kit/Icon.tsx';
import { Link } from '../kit/Link.tsx';
import { targetHref } from '../links/autolink.ts';
import { titleOf } from '../links/entities.ts';
import { allowedImage, telHref } from '../links/safe-url.ts';
import { siteOf } from '../wording/item-words.ts';

/** Draws a link, or a plain box if there is no address. */
function Card({ href, ...rest }: { href: string | null; class: string; children: ComponentChildren }) {
  return href ? <Link href={href} part="card" {...rest} /> : <div part="card" {...rest} />;
}

interface AttachmentProps {
  readonly attachment: Data;
  /** Language of the message. The panel's own words may be in another language. */
  readonly lang: string | undefined;
}

export function Attachment({ attachment, lang }: AttachmentProps) {
  const { imageOrigins } = useSettings();
  const { kind, contentUrl, previewImageUrl } = attachment;
  const picture = previewImageUrl || contentUrl;
  const src = allowedImage(targetHref(picture) ?? picture, imageOrigins);
  if (kind === 'image' && src) return <Image attachment={attachment} src={src} lang={lang} />;
  return <LinkCard attachment={attachment} src={previewImageUrl && src} lang={lang} />;
}

function LinkCard({ attachment, src, lang }: AttachmentProps & { readonly src: string | null }) {
  const failed = useSignal('');
  const { title, contentUrl, callToAction } = attachment;
  const href = targetHref(contentUrl);
  const host = siteOf(contentUrl);
  const name = isBlank(title) ? host : titleOf(title);
  if (!name) return null;
  return (
    <Card href={href} class="card">
      {src && <Picture src={src} alt="" failed={failed} />}
      <span class="card-words" lang={lang}>
        <b dir="auto">{name}</b>
        {name !== host && host && <bdi class="meta host">{host}</bdi>}
        {href && !isBlank(callToAction) && (
          <span class="card-action">
            <bdi>{titleOf(callToAction)}</bdi>
            <Icon name="open" />
          </span>
        )}
      </span>
    </Card>
  );
}

/** Draws a picture that can be enlarged. The viewer links to the page that belongs to the picture. */
function Image({ attachment, src, lang }: AttachmentProps & { readonly src: string }) {
  const t = useWords();
  const failed = useSignal('');
  const { contentUrl } = attachment;
  const given = isBlank(attachment.title) ? '' : titleOf(attachment.title);
  const name = given || t('image');
  const href = targetHref(contentUrl);
  // Has no alternative text if a title below it names the picture.
  const picture = <Picture src={src} alt={given ? '' : name} failed={failed} whole />;
  const title = given && (
    <span class="card-words" lang={lang} dir="auto">
      {given}
    </span>
  );
  // A picture that did not load cannot be enlarged. It links to the page that belongs to it.
  if (failed.value === src) {
    return (
      <Card href={href} class="card">
        {picture}
        {href && title}
      </Card>
    );
  }
  return (
    <Enlarge class="card image" part="card image" src={src} name={name} caption={given} lang={lang} href={href}>
      {picture}
      <span class="enlarges">
        <Icon name="enlarge" />
      </span>
      {title}
    </Enlarge>
  );
}

interface PictureProps {
  readonly src: string;
  readonly alt: string;
  /** The last address that did not load. It may be an earlier value of `src`. */
  readonly failed: Signal<string>;
  /** True to keep the picture's own proportions, between 3:4 and 16:9. False to crop it to 16:9. */
  readonly whole?: boolean;
}

/**
 * Draws a picture in a box of 16:9. The box is visible before the picture loads, and stays if it fails to load. With `whole`, the box takes the
 * proportions of the loaded picture.
 */
function Picture({ src, alt, failed, whole }: PictureProps) {
  const t = useWords();
  const ratio = useSignal('');
  const fail = () => {
    failed.value = src;
  };
  return (
    <span class="picture meta" style={{ '--n-shape': ratio.value }}>
      {failed.value === src ? (
        <>
          <Icon name="alert" />
          {t('imageFailed')}
        </>
      ) : (
        <img
          src={src}
          alt={alt}
          loading="lazy"
          decoding="async"
          referrerpolicy="no-referrer"
          onError={fail}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            if (whole && naturalHeight)
              ratio.value = `${Math.min(16 / 9, Math.max(3 / 4, naturalWidth / naturalHeight))}`;
          }}
        />
      )}
    </span>
  );
}

export function CallAction({
  action: { title, number },
  lang,
}: { readonly action: Call } & Pick<AttachmentProps, 'lang'>) {
  const titled = !isBlank(title);
  if (!titled && isBlank(number)) return null;
  const href = telHref(number);
  return (
    <Card href={href} class="card call">
      {href && <Icon name="phone" />}
      <span lang={lang}>
        <b dir="auto">{titleOf(titled ? title : number)}</b>
        {titled && <bdi class="meta">{unspoofed(number)}</bdi>}
      </span>
    </Card>
  );
}

/** Returns false for an attachment that has neither text nor address nor picture. */
const isDrawn = ({ kind, title, contentUrl, previewImageUrl }: Data): boolean =>
  !isBlank(title) || !!siteOf(contentUrl) || (kind === 'image' && !!previewImageUrl);

/** Declares the role, because Safari does not treat a list without bullets as a list. */
const LIST = { role: 'list' } as const;

/** Draws cards side by side, in a list that scrolls horizontally. Its buttons are in a chunk of their own (reply-parts/card-steps.ts). */
function CardRow({ cards }: { readonly cards: readonly ComponentChildren[] }) {
  const t = useWords();
  const { onNeed } = useUi();
  const list = useRef<HTMLUListElement>(null);
  const Steps = useSelected(() => onNeed.replyParts.part.value?.CardSteps);
  useLayoutEffect(() => void onNeed.replyParts.fetch(), []);
  return (
    <>
      <ul ref={list} class="cards" part="cards" {...LIST} aria-label={t('cards')}>
        {cards.map((card, place) => (
          <li key={place}>{card}</li>
        ))}
      </ul>
      {Steps && <Steps list={list} count={cards.length} />}
    </>
  );
}

interface AttachmentsProps {
  readonly item: MessageItem;
  /** Language of the text, if it is known. */
  readonly lang: string | undefined;
}

export function Attachments({ item: { attachments, callActions, status }, lang }: AttachmentsProps) {
  const t = useWords();
  const cards = attachments
    .filter(isDrawn)
    .map((attachment, place) => <Attachment key={place} attachment={attachment} lang={lang} />);
  return (
    <>
      {cards.length > 1 ? <CardRow cards={cards} /> : cards}
      {callActions.map((action, place) => (
        <CallAction key={place} action={action} lang={lang} />
      ))}
      {status === 'interrupted' && <p class="meta">{t('interrupted')}</p>}
    </>
  );
}
