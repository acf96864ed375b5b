/** What comes with a message besides text: link cards, pictures and numbers to call. */

import type { ComponentChildren } from 'preact';
import type { CallAction as Call, Attachment as Data } from '../client/chat-state.ts';
import { useWords } from './context.ts';
import { LateIcon } from './LateIcon.tsx';
import { Link } from './Link.tsx';
import { safeImage, safePage, telHref } from './links.ts';
import { useSignal } from './signals.ts';
import { unspoofed } from './words.ts';

/** A link where the address may be followed, a plain box where not. */
function Card({ href, ...rest }: { href: string | null; class: string; label?: string; children: ComponentChildren }) {
  return href ? <Link href={href} part="card" {...rest} /> : <div class={rest.class}>{rest.children}</div>;
}

export function Attachment({ attachment }: { readonly attachment: Data }) {
  const t = useWords();
  const { kind, title, contentUrl, previewImageUrl, callToAction } = attachment;
  const href = safePage(contentUrl);
  if (kind === 'image') {
    const name = title || t('image');
    return (
      <Card href={href} class="card" label={t('newTab', { name })}>
        <Picture url={previewImageUrl || contentUrl} alt={name} />
      </Card>
    );
  }
  return (
    <Card href={href} class="card">
      {previewImageUrl && <Picture url={previewImageUrl} alt="" />}
      <span class="card-words">
        <b>{unspoofed(title)}</b>
        {href && <span class="meta">{new URL(href).hostname.replace(/^www\./, '')}</span>}
        {href && callToAction && (
          <span class="card-action" dir="auto">
            {callToAction}
            <LateIcon name="open" />
          </span>
        )}
      </span>
    </Card>
  );
}

/** Takes its room before it loads, and keeps it when it does not. */
function Picture({ url, alt }: { readonly url: string; readonly alt: string }) {
  const t = useWords();
  const failed = useSignal(false);
  const src = safeImage(url);
  return (
    <span class="picture meta">
      {src && !failed.value ? (
        <img src={src} alt={alt} loading="lazy" referrerpolicy="no-referrer" onError={() => (failed.value = true)} />
      ) : (
        <>
          <LateIcon name="alert" />
          {t('imageFailed')}
        </>
      )}
    </span>
  );
}

export function CallAction({ action: { title, number } }: { readonly action: Call }) {
  return (
    <Card href={telHref(number)} class="card call">
      <LateIcon name="phone" />
      <span>
        <b>{unspoofed(title || number)}</b>
        {title && <bdi class="meta">{number}</bdi>}
      </span>
    </Card>
  );
}
