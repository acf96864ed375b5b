/** Draws a part that belongs to an endpoint of the broker, and fetches it before. */

import { useLayoutEffect } from 'preact/hooks';
import { useUi } from '../context/hooks.ts';
import { useSelected } from '../context/use-signal.ts';

interface ServiceProps {
  readonly name: 'status' | 'calls';
  /** Matches the names under which the broker offers such an endpoint. */
  readonly names: RegExp;
  /** False if the part is not needed now. A card that is open is always needed. */
  readonly wanted: boolean;
}

export function Service({ name, names, wanted }: ServiceProps) {
  const { chat, services } = useUi();
  const shown = useSelected(
    () => (wanted || services?.card.value) && chat.offers?.value.some(offer => names.test(offer)),
  );
  const Part = useSelected(() => services?.[name].part.value);
  useLayoutEffect(() => {
    if (shown) void services?.[name].fetch();
  }, [shown]);
  return shown && Part ? <Part /> : null;
}
