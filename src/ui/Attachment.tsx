/** What comes with a message besides text: link cards, pictures and numbers to call. */

import { useState } from 'preact/hooks';
import type { CallAction as Call, Attachment as Data } from '../client/chat-state.ts';
import { Icon } from './Icon.tsx';
import { Link } from './Link.tsx';
import { safeImage, safePage, telHref } from './links.ts';
import { t } from './strings.ts';

export function Attachment({ attachment }: { readonly attachment: Data }) {
  return attachment.kind === 'image' ? <ImageCard {...attachment} /> : <LinkCard {...attachment} />;
}

function LinkCard({ title, contentUrl, previewImageUrl, callToAction }: Data) {
  const href = safePage(contentUrl);
  const words = (
    <>
      {previewImageUrl && <Picture url={previewImageUrl} alt="" />}
      <span class="card-words">
        {title && (
          <span class="card-title" dir="auto">
            {title}
          </span>
        )}
        {href && <span class="card-host">{new URL(href).hostname.replace(/^www\./, '')}</span>}
        {href && callToAction && (
          <span class="card-action" dir="auto">
            {callToAction}
            <Icon name="open" />
          </span>
        )}
      </span>
    </>
  );
  if (!href) return title || previewImageUrl ? <div class="card">{words}</div> : null;
  return (
    <Link href={href} class="card" part="card">
      {words}
    </Link>
  );
}

function ImageCard({ title, contentUrl, previewImageUrl }: Data) {
  const href = safePage(contentUrl);
  const picture = <Picture url={previewImageUrl || contentUrl} alt={title || t('image')} />;
  if (!href) return <div class="card">{picture}</div>;
  return (
    <Link href={href} class="card" part="card" label={`${title || t('image')} (${t('newTab')})`}>
      {picture}
    </Link>
  );
}

/** Takes its room before it loads, and keeps it when it does not. */
function Picture({ url, alt }: { readonly url: string; readonly alt: string }) {
  const [failed, setFailed] = useState(false);
  const src = safeImage(url);
  return (
    <span class="picture">
      {src && !failed ? (
        <img
          src={src}
          alt={alt}
          loading="lazy"
          decoding="async"
          referrerpolicy="no-referrer"
          onError={() => setFailed(true)}
        />
      ) : (
        <span class="picture-failed">
          <Icon name="image" />
          {t('imageFailed')}
        </span>
      )}
    </span>
  );
}

export function CallAction({ action: { title, number } }: { readonly action: Call }) {
  const href = telHref(number);
  const words = (
    <>
      <Icon name="phone" />
      <span class="call-words">
        <span dir="auto">{title || number}</span>
        {title && <bdi class="call-number">{number}</bdi>}
      </span>
    </>
  );
  return href ? (
    <Link href={href} class="call" part="call">
      {words}
    </Link>
  ) : (
    <div class="call">{words}</div>
  );
}
