/**
 * The voice for screen readers. Regions that are always there and never seen, because what comes into a page together with its region
 * is not heard by all of them. What is said is announcements.ts.
 */

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { TimelineItem } from '../client/chat-state.ts';
import { type Announcement, circumstances, closed, isComplete, itemWords } from './announcements.ts';
import { useTrouble } from './Banner.tsx';
import { useChatState, useLanguage, useSettings } from './context.ts';
import type { LateProps } from './late-parts.ts';
import { useSignal } from './signals.ts';
import { viewerIn } from './viewers.ts';

/** A break that heals within it is not told. */
const PASSING_MS = 1_000;

/** What was said is gone after so long, for whoever walks through the panel with the reader's own keys. */
const KEPT_MS = 10_000;

/** Of replies that come all at once, only so many are read aloud, after how many there are. */
const MOST_AT_ONCE = 5;

/** What comes so soon after the last waits, and is said in one go: browsers tell readers of both at once, and not in the order in which they came. */
const GO_MS = 50;

/** More than somebody says in one breath. */
const MANY = 20;

/** What was said to be cut off and goes on after all is said again, whole. */
const sayingOf = (item: TimelineItem): string =>
  item.kind === 'message' && item.status === 'interrupted' ? `${item.key}!` : item.key;

/** What is said in one go, and the number of that. */
type Saying = readonly [go: number, due: readonly Announcement[]];

export function Announcer({ items, news }: LateProps['Announcer']) {
  const language = useLanguage();
  const { imageOrigins } = useSettings();
  const trouble = useTrouble();
  const lasting = useLasting(!!trouble?.passing);
  const { status } = useChatState('connection');
  const open = useChatState('open');
  const moment = useMoment();
  const said = useRef(new Set<string>()).current;
  const seen = useRef<typeof items>([]);
  const before = useRef<ReadonlySet<string>>(new Set());
  const wasTrouble = useRef(false);
  const typing = useRef('');
  // Of several pictures in a row that nobody was told of, one may have shown what was there before.
  const watched = useRef(false);
  watched.current &&= news.isWatched();
  const voice = useSayings();
  const { sayings } = voice;

  const speak = () => {
    // What is as it was has been dealt with.
    const fresh = items.filter((item, place) => item !== seen.current[place]);
    seen.current = items;
    const complete = fresh.filter(item => news.has(item.key) && !said.has(sayingOf(item)) && isComplete(item));
    for (const item of complete) said.add(sayingOf(item));
    if (complete[0]) typing.current = '';
    const replies = complete.filter(item => item.kind === 'message' && item.from !== 'user');
    const passed = new Set(replies.slice(0, -MOST_AT_ONCE));
    const due: (Announcement | null)[] = complete
      .filter(item => !passed.has(item))
      .map(item => itemWords(item, moment.language, language, imageOrigins));
    if (passed.size) due.unshift({ words: language.t('jumpNew', { count: replies.length }) });
    const now = circumstances(moment, trouble, lasting, status === 'failed', language);
    // Whoever opens the panel hears what is wrong then; nobody hears through a closed one.
    const heard = now.filter(({ always }) => open || !always);
    for (const each of heard) {
      if (before.current.has(each.id) || typing.current === each.id) continue;
      // People stop and go on: that is told once before each message.
      if (open && each.id.startsWith('typing')) typing.current = each.id;
      wasTrouble.current ||= each.always === true;
      if (each.always || watched.current) due.push(each);
    }
    before.current = new Set(heard.map(({ id }) => id));
    news.settle();
    watched.current = true;
    if (status === 'online') {
      if (wasTrouble.current) due.push({ words: language.t('backOnline') });
      wasTrouble.current = false;
    }
    if (open) voice.say(due.filter(each => each !== null).map(each => ({ lang: language.tag, ...each })));
  };

  // What is drawn is said in the same frame, which the browser need not lay out and paint a second time. But the regions are in the page
  // before anything comes into them, and a long history is seen before it is looked through.
  const unsaid = useRef(true);
  const painted = useRef(false);
  unsaid.current = true;
  const speakOnce = () => {
    if (unsaid.current) speak();
    unsaid.current = false;
  };
  useLayoutEffect(() => {
    if (painted.current && items.length - seen.current.length < MANY) speakOnce();
  });
  useEffect(() => {
    painted.current = true;
    speakOnce();
  });

  // Some readers hear only the last of several changes of one element: what is said at once is one, and what follows it comes elsewhere.
  const regions = [false, false, true, true].map((urgent, nth) => {
    const own = sayings
      .map(([go, due]) => [go, due.filter(each => !each.urgent === !urgent)] as const)
      .filter(([, all]) => all[0])
      .filter((_, place) => place % 2 === nth % 2);
    return (
      <div ref={nth ? null : voice.region} class="unseen" aria-live={urgent ? 'assertive' : 'polite'}>
        {own.map(([go, all]) => (
          // A new element each time, and one paragraph: of several, browsers tell in any order. Some readers take no words twice in a row,
          // nor those that have just come into sight: these end in other spaces.
          <p key={go}>
            {all.map(({ speaker, words, lang }, place) => (
              <span>
                {speaker}
                <span lang={lang}>{closed(words, place, all)}</span>
                {go % 2 ? '\u00a0' : ' \u00a0'}
              </span>
            ))}
          </p>
        ))}
      </div>
    );
  });
  return (
    <>
      {regions}
      {/* Orca 43 takes what is drawn anew for what stood in its place before, live or not, until something goes that is no part of a region. */}
      <p key={sayings} class="unseen" />
    </>
  );
}

function useMoment() {
  const typing = useChatState('typing');
  const handoff = useChatState('handoff');
  const idle = useChatState('idle');
  const ended = useChatState('ended');
  const outbox = useChatState('outbox');
  const language = useChatState('language');
  const suggestions = useChatState('suggestions');
  return { typing, handoff, idle, ended, outbox, language, suggestions };
}

/** Not of what went before: who was offline for long is told of the way back only where that, too, takes long. */
function useLasting(present: boolean): boolean {
  const lasting = useSignal(false);
  useEffect(() => {
    if (!present) return undefined;
    const timer = setTimeout(() => {
      lasting.value = true;
    }, PASSING_MS);
    return () => {
      clearTimeout(timer);
      lasting.value = false;
    };
  }, [present]);
  return lasting.value;
}

/** What stands in the regions. New things are added behind the old: a reader that is still busy with those then loses none. */
function useSayings() {
  const sayings = useSignal<readonly Saying[]>([]);
  const go = useRef(0);
  const waiting = useRef<Announcement[]>([]);
  const going = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const region = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const stop = () => {
    for (const each of [timer, going]) clearTimeout(each.current);
  };
  useEffect(() => stop, []);
  const sayWaiting = () => {
    const due = waiting.current.splice(0);
    going.current = due[0] && setTimeout(sayWaiting, GO_MS);
    if (!due[0]) return;
    sayings.value = [...sayings.peek(), [go.current++, due]];
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      sayings.value = [];
    }, KEPT_MS);
  };
  return {
    sayings: sayings.value,
    region,
    say(due: readonly Announcement[]): void {
      if (due.length === 0) return;
      // Nothing outside of a modal dialog is heard: what comes meanwhile waits for it to close.
      const viewer = viewerIn(region.current?.closest('.panel'));
      if (viewer) {
        viewer.addEventListener('close', () => setTimeout(() => this.say(due)), { once: true });
        return;
      }
      waiting.current.push(...due);
      if (!going.current) sayWaiting();
    },
  };
}
