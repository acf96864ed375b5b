/**
 * One tab among those that share a conversation. Each visible tab has its own machine and socket, and the platform sends every event to each of
 * them. Tabs share a session and a stored record; their messages to each other only save time (docs/TABS.md).
 */

import { isInView } from '../../session/machine/message-events.ts';
import type { Effect } from '../../session/state/effects.ts';
import type { Fact, Intent } from '../../session/state/inputs.ts';
import type { Kept } from '../../session/state/snapshot.ts';
import type { SessionState } from '../../session/state/state.ts';
import type { Ports, Storage, Tabs } from '../api/ports.ts';
import { createJoinRight, type JoinRight, needsJoinRight } from './join-right.ts';
import { createOutboxes, type Outboxes, wordsOf } from './outboxes.ts';
import { createPresence, type Presence } from './presence.ts';
import type { Keeper } from './snapshot-writer.ts';
import { FORM, type Hint, isIntent, type Role, type Said, type Steering, type TabParts } from './tab-parts.ts';

/** Milliseconds for which a hidden tab keeps its socket after another tab was looked at. */
const REST_MS = 10_000;
/** Milliseconds for which a tab that has the right to join waits for the stored record. After that it continues without the record. */
const READ_MS = 1_000;
/** Milliseconds between two messages to other tabs that the visitor is active here. */
const ALIVE_MS = 10_000;

/** The tab of one client. */
export class Tab {
  private readonly clock: Ports['clock'];
  private readonly environment: Ports['environment'];
  private readonly tabs: Tabs | undefined;
  private readonly storage: Storage;
  private readonly keeper: Keeper;
  private readonly steering: Steering;
  private readonly failed: (error: unknown) => void;
  private readonly name: string;
  private readonly outboxes: Outboxes;
  private readonly right: JoinRight | undefined;
  private role: Role = 'away';
  /** True if the tab has been awake before. */
  private begun = false;
  /** Inputs that wait until the record is read. `isTaking` is true while they are processed. */
  private held: (Intent | Fact)[] = [];
  private isTaking = false;
  /** Increased when the page is frozen or the conversation is deleted. Reads begun before then have no effect. */
  private era = 0;
  private hasPeers = false;
  private readonly presence: Presence;
  /** The browser's latest report on the network. */
  private online: boolean;
  private waiting: Effect | undefined;
  private aliveAt = 0;
  private unlisten = () => {};
  private cancelRest: (() => void) | undefined;

  constructor({ ports, storage, keeper, steering, failed }: TabParts) {
    const { clock, environment, log, random } = ports;
    const tabs = storage.perTab ? undefined : ports.tabs;
    const name = random.uuid();
    this.clock = clock;
    this.environment = environment;
    this.tabs = tabs;
    this.storage = storage;
    this.keeper = keeper;
    this.steering = steering;
    this.failed = failed;
    this.name = name;
    this.presence = createPresence(name);
    this.online = environment.online;
    this.outboxes = createOutboxes(
      { clock, log, tabs, name, storage },
      own => steering.own({ type: 'took', own }),
      other => {
        this.presence.gone(other);
        this.presenceChanged();
      },
    );
    this.right =
      tabs && createJoinRight({ tabs, clock }, { gained: () => void this.gained(), lost: () => this.lost() });
  }

  private become(next: Role): void {
    this.role = next;
    this.era += 1;
    this.steering.roleChanged(next);
  }

  post(say: Hint): void {
    const sees = this.isLookedAt() && isInView(this.steering.state());
    const lookedAt = this.presence.lookedAt();
    const said: Said = { form: FORM, from: this.name, say, at: this.clock.now(), lookedAt, sees };
    this.tabs?.post(said);
  }

  // ---------------------------------------------------------------- start and freeze

  /** Reads the record and processes the inputs that waited for it. */
  async wake(): Promise<void> {
    this.become('starting');
    const begunIn = this.era;
    this.stopRest();
    this.unlisten();
    this.unlisten = this.tabs?.listen(message => this.hear(message)) ?? this.unlisten;
    const taken = await this.outboxes.arrive();
    if (begunIn !== this.era) return;
    const stored = await this.keeper.load();
    if (begunIn !== this.era) return;
    this.become('awake');
    const hasWish = this.held.some(each => isIntent(each));
    const wasOnline = this.begun ? this.online : this.steering.state().online;
    // Applies this page's draft before the record; drafts of earlier pages are then joined to it.
    const isForgotten = this.held.some(({ type }) => type === 'forgetRequested');
    const draft = this.held.findLast(({ type }) => type === 'draftChanged');
    if (draft && !isForgotten) {
      this.held = this.held.filter(({ type }) => type !== 'draftChanged');
      this.steering.own(draft);
    }
    if (this.begun) this.comeBack(stored, taken);
    else this.begin(stored, hasWish);
    this.begun = true;
    this.outboxes.begin();
    if (this.held[0]?.type !== 'forgetRequested') this.outboxes.watch();
    this.persist();
    // The network may have changed while this tab ignored inputs.
    if (this.environment.online !== wasOnline)
      this.steering.own({ type: this.environment.online ? 'online' : 'offline' });
    this.online = this.environment.online;
    const asked = this.held.splice(0);
    this.isTaking = true;
    for (const input of asked) this.take(input);
    this.isTaking = false;
    this.steering.own({ type: 'looked', sight: this.steering.sight() });
    if (!this.environment.hidden) this.look();
    else if (this.steering.state().frozen) this.rest();
    // Visible tabs reply to this message.
    else this.post('left');
  }

  private begin(stored: Kept | 'nothing' | undefined, hasWish: boolean): void {
    // A tab that is opened in the background does not connect until it is looked at.
    if (this.tabs && this.environment.hidden && !hasWish) this.steering.own({ type: 'frozen' });
    const end = this.held.findLastIndex(({ type }) => type === 'forgetRequested');
    this.held = this.held.slice(Math.max(0, end));
    if (typeof stored !== 'object') return;
    // Also needed for `forget()`, because that revokes the ticket.
    this.steering.setTicket(stored.ticket);
    if (end >= 0) return;
    this.steering.own({ type: 'restored', snapshot: stored.snapshot });
  }

  private comeBack(stored: Kept | 'nothing' | undefined, taken: SessionState | undefined): void {
    // Deletes this tab's data too if everything was deleted while the page was frozen.
    if (stored === 'nothing' && !this.storage.known())
      this.steering.own({ type: 'forgetRequested', heard: this.clock.now() });
    else {
      if (taken) this.steering.own({ type: 'gaveUp', ids: taken.outbox.map(({ id }) => id), draft: taken.draft });
      if (typeof stored === 'object') this.follow(stored);
    }
    if (this.steering.state().frozen) this.steering.own({ type: 'resumed' });
  }

  private isLookedAt(): boolean {
    return this.role === 'awake' && !this.environment.hidden && this.steering.state().phase.name !== 'idle';
  }

  private look(): void {
    this.outboxes.watch();
    if (!this.isLookedAt()) return;
    this.presence.looked(this.clock.now());
    this.post('looked');
    this.keeper.persist();
  }

  /** Stores calls that came before the record was read, for the next tab; if they cannot be stored, this page keeps them. */
  private leaveHeld(): void {
    const isEnd = this.held.some(({ type }) => type === 'forgetRequested');
    const own = wordsOf(this.held, this.clock.now());
    if (isEnd) this.keeper.clear();
    else if (own && !this.attempt(() => this.outboxes.leaveWords(own))) return;
    this.held = [];
  }

  private leave(): void {
    this.keeper.flush();
    this.leaveHeld();
    this.post('left');
    this.right?.give();
    this.outboxes.leave();
    this.stopRest();
    this.unlisten();
    this.unlisten = () => {};
    this.presence.clear();
    this.presenceChanged();
    this.keeper.stop();
    this.become('away');
  }

  /** Closes the socket of a hidden tab after a while, if another tab is visible. */
  private considerRest(): void {
    const isNeedless = this.role === 'awake' && this.environment.hidden && this.presence.isElsewhere() && this.tabs;
    if (!isNeedless) this.stopRest();
    else
      this.cancelRest ??= this.clock.after(REST_MS, () => {
        this.cancelRest = undefined;
        const { outbox } = this.steering.state();
        if (outbox.some(({ status }) => status !== 'failed') || this.right?.isHeld) this.considerRest();
        else if (this.role === 'awake' && this.environment.hidden && this.presence.isElsewhere()) {
          this.steering.own({ type: 'frozen' });
          this.rest();
        }
      });
  }

  private stopRest(): void {
    this.cancelRest?.();
    this.cancelRest = undefined;
  }

  private rest(): void {
    this.keeper.flush();
    this.outboxes.rest();
    this.become('resting');
  }

  // ---------------------------------------------------------------- messages of other tabs

  private hear(message: unknown): void {
    // The message may come from another version of Natter.
    if ((message as Partial<Said> | null)?.form !== FORM) return;
    const { from, say, at } = message as Said;
    this.hasPeers = true;
    this.presence.heard(message as Said);
    if (this.role === 'awake') this.outboxes.watchTab(from);
    // A tab that starts or is hidden must know which other tabs are visible.
    if ((say === 'looked' || say === 'left') && this.isLookedAt()) this.post('here');
    if (say === 'looked' || say === 'here' || say === 'left') this.presenceChanged();
    else if (say === 'forgotten') this.take({ type: 'forgetRequested', heard: at });
    else if (say === 'alive') {
      if (this.role !== 'starting') this.steering.own({ type: 'aliveElsewhere' });
    } else if (this.role === 'awake') void this.refresh();
  }

  private presenceChanged(): void {
    this.considerRest();
    const seen = this.presence.isSeenElsewhere();
    if (seen !== this.steering.state().seenElsewhere) this.steering.own({ type: 'seenElsewhere', seen });
  }

  // ---------------------------------------------------------------- the shared record

  async refresh(): Promise<void> {
    const askedIn = this.era;
    const stored = await this.keeper.load();
    if (askedIn === this.era && typeof stored === 'object') this.follow(stored);
  }

  private follow({ snapshot, ticket }: Kept): void {
    const { phase, session, generation, link, panelOpen } = this.steering.state();
    const isSame = session?.id === snapshot.session?.id;
    if (phase.name === 'idle' && generation === 0) {
      // Nothing has begun in this tab, but another tab has stored a session.
      if (!snapshot.session) return;
      this.steering.setTicket(ticket);
      this.steering.own({ type: 'restored', snapshot: { ...snapshot, panelOpen } });
      return;
    }
    // Does not take over the ticket if the platform has just refused a token that was fetched with it.
    if (isSame && !link.authorized && link.tokensRefused === 0) this.steering.setTicket(ticket);
    else if (snapshot.generation > generation) this.steering.switchTicket(ticket);
    this.steering.own({ type: 'shared', snapshot });
  }

  private async gained(): Promise<void> {
    // Waits for the record, but only for a limited time, because storage may be slow.
    await Promise.race([this.refresh(), new Promise<void>(resolve => void this.clock.after(READ_MS, resolve))]);
    if (!this.right?.isHeld) return;
    this.steering.own({ type: 'joinRight', held: true, sure: !this.hasPeers });
    this.goOn();
  }

  private lost(): void {
    this.steering.own({ type: 'joinRight', held: false, sure: false });
    if (this.waiting && needsJoinRight(this.steering.state())) this.right?.want();
  }

  /** Performs the postponed effect, unless the machine has moved on to another attempt. */
  private goOn(): void {
    const effect = this.waiting;
    this.waiting = undefined;
    const isDue = effect && 'attempt' in effect && effect.attempt === this.steering.state().link.attempt;
    if (isDue) this.steering.perform(effect);
  }

  /** Performs an effect. Before making a token or session, gets the right to join and reads the record, because another tab may have made one. */
  perform(effect: Effect): void {
    const makes = effect.type === 'createSession' || (effect.type === 'fetchToken' && !this.steering.ticket());
    const hasRead = this.right?.isHeld && this.steering.state().joinRight?.held != null;
    if (effect.type === 'wantJoinRight') this.right?.want();
    else if (makes && this.right && !hasRead) {
      this.waiting = effect;
      this.right.want();
    } else if (effect.type === 'fetchToken' && this.hasPeers && this.waiting !== effect) {
      this.waiting = effect;
      void this.refresh().then(() => this.waiting === effect && this.goOn());
    } else this.steering.perform(effect);
  }

  private attempt<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.failed(error);
    }
  }

  persist(): void {
    const { outbox } = this.steering.state();
    // Sends messages even if they cannot be stored.
    const isSafe = this.attempt(() => this.outboxes.write(this.steering.state())) ?? true;
    const ids = outbox.flatMap(entry => (entry.stored ? [] : [entry.id]));
    if (isSafe && ids.length > 0) this.steering.own({ type: 'stored', ids });
    this.keeper.persist();
  }

  // ---------------------------------------------------------------- inputs

  take(input: Intent | Fact): void {
    const { type } = input;
    const isNetwork = type === 'online' || type === 'offline';
    if (isNetwork) this.online = type === 'online';
    if (type === 'frozen') {
      // Other tabs may take over this tab's record, and nothing is attempted until the page is resumed.
      if (this.begun && this.role !== 'away') this.steering.own(input);
      this.stop();
    } else if (this.role === 'starting' && !(isNetwork && this.begun)) this.held.push(input);
    else if (this.role === 'awake') this.act(input);
    else if (
      isIntent(input) ? !('heard' in input) : (this.begun || this.held.length > 0) && /visible|resumed/.test(type)
    ) {
      this.held.push(input);
      void this.wake();
    } else if (this.begun) this.steering.own(input);
  }

  private act(input: Intent | Fact): void {
    this.steering.own(input);
    if (input.type === 'visible') this.look();
    else if (input.type === 'hidden') {
      this.post('left');
      // Writes now, because some phones never let a hidden page run again.
      this.keeper.flush();
    } else if (isIntent(input) && this.hasPeers && this.clock.now() - this.aliveAt > ALIVE_MS) {
      this.aliveAt = this.clock.now();
      this.presence.looked(this.aliveAt);
      this.post('alive');
    }
    if (input.type === 'visible' || input.type === 'hidden') this.considerRest();
  }

  noted(before: SessionState): void {
    const state = this.steering.state();
    if (this.isLookedAt() && isInView(state) !== isInView(before)) this.post('here');
    // A tab in which nothing has begun does not announce itself.
    if (before.phase.name === 'idle' && this.isLookedAt()) this.look();
    else if (before.phase.name !== 'idle' && state.phase.name === 'idle') this.post('left');
    // The next tab must be able to find the session that this tab has created.
    const isUnfound = state.session && state.joinRight?.sure && !this.keeper.isFound();
    if (!this.right?.isHeld || needsJoinRight(state) || isUnfound) return;
    this.right.give();
    this.lost();
  }

  forget(heard: number | undefined): void {
    // Ignores the result of a read that began before.
    this.era += 1;
    this.outboxes.forget(heard ?? this.clock.now());
    if (heard !== undefined) this.keeper.clearUpTo(heard);
    else {
      this.keeper.clear();
      this.post('forgotten');
    }
  }

  /** Returns true if another tab is in use and writes the transcript. */
  isOthers(): boolean {
    return this.presence.isElsewhere() && (this.environment.hidden === true || this.presence.isOvertaken());
  }

  /** Returns true if this tab may ring: it is visible or, if all tabs are hidden, it was looked at last. */
  mayRing(): boolean {
    return this.presence.isElsewhere() ? !this.isOthers() : !this.environment.hidden || !this.presence.isNotLast();
  }

  isSettled(): boolean {
    return this.held.length === 0 && this.role !== 'starting' && !this.isTaking;
  }

  stop(): void {
    if (this.role !== 'away') this.leave();
  }
}
