/** A row of the transcript that is no message: a notice of the platform's, or a mark. */

import { useChat, useWords } from './context.ts';
import type { LateProps } from './late-parts.ts';
import { Mark } from './Mark.tsx';
import { Notice } from './Notice.tsx';
import { noticeAction } from './notice-action.ts';
import { unspoofed } from './words.ts';

export function Line({ item, current, fresh }: LateProps['Line']) {
  const chat = useChat();
  const t = useWords();
  if (item.kind === 'mark') return <Mark item={item} current={current} fresh={fresh} />;
  const { level, code, remedy, text } = item;
  return (
    <Notice
      level={level}
      // Texts that the catalogue does not know are shown as the platform wrote them.
      text={code ? t(code) : unspoofed(text)}
      code={remedy === 'contact' ? code : undefined}
      action={current ? noticeAction(item, chat) : null}
      fresh={fresh}
    />
  );
}
