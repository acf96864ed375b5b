/**
 * Which of the visitor's tabs may call for attention: the one that is looked at, else the one of them that all agree on. Tabs tell each
 * other where they stand; nothing is stored. One that dies without a word costs a signal, never a second one.
 */

export interface Attention {
  /** One of the tabs is looked at. */
  isLooked(): boolean;
  /** Of all tabs this one speaks. */
  isSpeaker(): boolean;
  stop(): void;
}

interface Standing {
  readonly id: string;
  /** Undefined: it goes. */
  readonly looked?: boolean | undefined;
  /** It wants to know of the others. */
  readonly asks?: boolean | undefined;
}

/** `name` is what the tabs have in common. */
export function createAttention(name: string): Attention {
  const id = `${Math.random()}`;
  const others = new Map<string, boolean>();
  let channel: BroadcastChannel | undefined;
  const isLookedHere = () => document.visibilityState === 'visible';
  const tell = (standing: Omit<Standing, 'id'>) => channel?.postMessage({ id, ...standing });

  function take({ id: other, looked, asks }: Standing): void {
    if (looked === undefined) others.delete(other);
    else others.set(other, looked);
    if (asks) tell({ looked: isLookedHere() });
  }

  function enter(): void {
    if (channel) return;
    try {
      channel = new BroadcastChannel(name);
    } catch {
      // Denied, as to every other tab: each is alone.
      return;
    }
    channel.onmessage = ({ data }) => typeof data?.id === 'string' && take(data);
    tell({ looked: isLookedHere(), asks: true });
  }

  /** A page that is put away neither hears nor speaks, and an open channel would keep it from being kept. */
  function go(): void {
    tell({});
    channel?.close();
    channel = undefined;
    others.clear();
  }

  const listening = new AbortController();
  document.addEventListener('visibilitychange', () => tell({ looked: isLookedHere() }), listening);
  document.addEventListener('freeze', go, listening);
  document.addEventListener('resume', enter, listening);
  globalThis.addEventListener('pagehide', go, listening);
  globalThis.addEventListener('pageshow', enter, listening);
  enter();
  return {
    isLooked: () => isLookedHere() || [...others.values()].includes(true),
    isSpeaker() {
      const looked = isLookedHere();
      return [...others].every(([other, isLooked]) => (looked === isLooked ? id < other : looked));
    },
    stop() {
      listening.abort();
      go();
    },
  };
}
