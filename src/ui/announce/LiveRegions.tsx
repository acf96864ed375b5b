/**
 * The voice for screen readers: invisible live regions that always exist, because some readers ignore a region that is inserted together
 * with its text. announcements.ts makes the words.
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
  /** Tells restored messages, which are not read aloud, from new ones. */
  readonly news: NewItems;
}

/** Milliseconds within which a break heals unannounced. */
const PASSING_MS = 1_000;

/** Milliseconds until announcements are removed, so that a visitor who moves through the panel with a reader's keys does not meet them. */
const KEPT_MS = 10_000;

/** If many replies come at once, their number is read, and then only this many of the last ones. */
const MOST_AT_ONCE = 5;

/** Milliseconds within which announcements are merged: browsers pass two such changes on together, in any order. */
const GO_MS = 50;

/** More announcements than a person says in one breath. */
const MANY = 20;

/** Keys an announcement: a reply that was cut off and goes on after all is said again, whole. */
const sayingOf = (item: TimelineItem): string =>
  item.kind === 'message' && item.status === 'interrupted' ? `${item.key}!` : item.key;

/** Announcements that are said together, and the region that says them. */
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
  // One of several batched states may have been a restored one.
  const watched = useRef(false);
  watched.current &&= news.isWatched();
  const voice = useSayings();
  const { sayings } = voice;

  const speak = () => {
    // Items that are the same objects have been announced.
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
    // A visitor hears of trouble when the panel opens, and nothing while it is closed.
    const heard = now.filter(({ always }) => open || !always);
    for (const each of heard) {
      if (before.current.has(each.id) || typing.current === each.id) continue;
      // People stop and resume typing: announced once before each message.
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

  // Announces in the frame that renders, so that the browser lays out and paints once. The first time it waits: regions must be in the page
  // before their texts, and a long history should be visible before it is searched.
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

  // Some readers read only the last of several changes of one element. So texts of one moment are one change, and the next change goes to
  // another region.
  const regions = [0, 1, 2, 3].map(nth => (
    <div ref={nth ? null : voice.region} class="visually-hidden" aria-live={nth > 1 ? 'assertive' : 'polite'}>
      {sayings
        .filter(([region]) => region === nth)
        .map(saying => (
          // Renders a new element each time, with one paragraph, because browsers report several in any order. Some readers skip repeated words, and
          // words that have just become visible: these end in other spaces.
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
      {/* Orca 43 takes what is drawn anew for what stood in its place before, live or not, until something goes that is no part of a region. */}
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
 * Returns true once trouble has lasted for a second. Earlier trouble does not count: after a long time offline, reconnecting is announced
 * only if it takes long.
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

/** Keeps the texts of the regions. New announcements are appended, so that a reader that is still speaking loses none. */
function useSayings() {
  const sayings = useSignal<readonly Saying[]>([]);
  /** Indexes of the next polite and of the next assertive region. */
  const next = useRef([0, 2]).current;
  const waiting = useRef<Announcement[]>([]);
  const going = useRef(false);
  const region = useRef<HTMLDivElement>(null);
  /** Timers that have fired do no harm. */
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
      // Readers ignore everything outside of a modal dialog, so announcements wait until it closes.
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
