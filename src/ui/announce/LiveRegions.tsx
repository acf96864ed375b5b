/**
 * Announces events to screen readers by invisible live regions. The regions always exist, because some readers ignore a region that is inserted
 * together with its text. announcements.ts makes the texts.
 */

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { TimelineItem } from '../../client/api/chat-state.ts';
import { useChatState, useLanguage, useSettings, useTrouble } from '../context/hooks.ts';
import { useSignal } from '../context/use-signal.ts';
import { viewerIn } from '../kit/open-viewers.ts';
import { isComplete, type NewItems } from '../rows/new-items.ts';
import { type Announcement, circumstances, closed, itemWords } from './announcements.ts';

interface LiveRegionsProps {
  readonly items: readonly TimelineItem[];
  /** Distinguishes new messages from restored ones, which are not read aloud. */
  readonly news: NewItems;
}

/** Milliseconds that a break of the connection must last before it is announced. */
const PASSING_MS = 1_000;

/** Milliseconds until announcements are removed. A visitor who explores the panel with a screen reader should not come across them. */
const KEPT_MS = 10_000;

/** If more replies arrive at once, only their number and this many of the last ones are read. */
const MOST_AT_ONCE = 5;

/** Announcements within this many milliseconds are merged, because browsers may report two changes in the wrong order. */
const GO_MS = 50;

/** From this many new items on, they are announced only after they have been painted. */
const MANY = 20;

/** Returns the key of an announcement. An interrupted reply has another key: if it continues, it is announced again as a whole. */
const sayingOf = (item: TimelineItem): string =>
  item.kind === 'message' && item.status === 'interrupted' ? `${item.key}!` : item.key;

/** Announcements that are read together, and the index of their region. */
type Saying = readonly [region: number, due: readonly Announcement[]];

export function LiveRegions({ items, news }: LiveRegionsProps) {
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
  // False if any of the states since the last rendering was a restored one.
  const watched = useRef(false);
  watched.current &&= news.isWatched();
  const voice = useSayings();
  const { sayings } = voice;

  const speak = () => {
    // Skips items that have not changed since the last announcement.
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
    // Trouble is announced only while the panel is open, or when it opens.
    const heard = now.filter(({ always }) => open || !always);
    for (const each of heard) {
      if (before.current.has(each.id) || typing.current === each.id) continue;
      // Announces typing once before each message, because people stop and resume typing.
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

  // Announces in the frame that renders, because the browser then lays out and paints only once. The first time it waits for the next frame,
  // because the regions must exist before their texts. It also waits if many items are new, because a long history should be visible before it is
  // processed.
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

  // Some readers read only the last of several changes to an element. Texts of the same moment are therefore a single change, and the next change
  // goes to another region.
  const regions = [0, 1, 2, 3].map(nth => (
    <div ref={nth ? null : voice.region} class="visually-hidden" aria-live={nth > 1 ? 'assertive' : 'polite'}>
      {sayings
        .filter(([region]) => region === nth)
        .map(saying => (
          // Renders a new element with a single paragraph each time, because browsers report several paragraphs in any order. The regions end with
          // different spaces, because some readers skip a text that they have just read.
          <p key={saying}>
            {saying[1].map(({ speaker, words, lang }, place, all) => (
              <span>
                {speaker}
                <span lang={lang}>{closed(words, place, all)}</span>
                {nth % 2 ? '\u00a0' : ' \u00a0'}
              </span>
            ))}
          </p>
        ))}
    </div>
  ));
  return (
    <>
      {regions}
      {/* Works around Orca 43, which confuses new content with earlier content in the same place until an element outside the regions is removed. */}
      <p key={sayings} class="visually-hidden" />
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

/**
 * Returns true once the present trouble has lasted for a second. The time starts again with each kind of trouble: after a long time offline,
 * reconnecting is announced only if it takes long.
 */
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

/** Holds the texts of the regions. Appends new announcements, because a replaced one could be lost while a reader is still speaking. */
function useSayings() {
  const sayings = useSignal<readonly Saying[]>([]);
  /** Indexes of the next polite and of the next assertive region. */
  const next = useRef([0, 2]).current;
  const waiting = useRef<Announcement[]>([]);
  const going = useRef(false);
  const region = useRef<HTMLDivElement>(null);
  /** Timers to clear when the component is removed. Clearing one that has fired is harmless. */
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]).current;
  useEffect(() => () => timers.forEach(clearTimeout), []);
  const sayWaiting = () => {
    const due = waiting.current.splice(0);
    going.current = due.length > 0;
    const said = next.flatMap((region, urgent): Saying[] => {
      const own = due.filter(each => +!!each.urgent === urgent);
      if (!own[0]) return [];
      next[urgent] = region ^ 1;
      return [[region, own]];
    });
    if (!said[0]) return;
    sayings.value = [...sayings.peek(), ...said];
    const over = () => {
      sayings.value = sayings.peek().slice(said.length);
    };
    timers.push(setTimeout(sayWaiting, GO_MS), setTimeout(over, KEPT_MS));
  };
  return {
    sayings: sayings.value,
    region,
    say(due: readonly Announcement[]): void {
      if (due.length === 0) return;
      // Waits until the image viewer closes, because readers ignore everything outside a modal dialog.
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
