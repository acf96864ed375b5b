/** The contract of every storage port. Each case runs on the fake and on the real ones. */

import { afterEach, describe, expect, it } from 'vitest';
import type { Storage } from '../../src/client/api/ports.ts';

export interface StorageSubject {
  /** Opens the same conversation, as the visitor's next page does. */
  open(): Storage;
  /** Waits for the answer, and lets the clock run meanwhile. */
  answer<T>(answer: Promise<T>): Promise<T>;
  /** Fills the storage so that `LONG` does not fit. */
  fill(): Promise<void>;
  stop(): Promise<void>;
}

/** Longer than the free space of a full storage. */
const LONG = 'private '.repeat(50_000);

export function storageContract(name: string, start: () => Promise<StorageSubject>): void {
  describe(`[M1] storage contract: ${name}`, () => {
    let subject: StorageSubject;
    afterEach(() => subject.stop());

    async function open() {
      subject = await start();
      const { answer } = subject;
      const page = subject.open();
      /** Returns the record that another page finds. */
      const found = async () => {
        const next = subject.open();
        return { known: next.known(), saved: await answer(next.load()) };
      };
      return { page, found, answer };
    }

    it('the next page finds both parts as they were', async () => {
      const { page, found, answer } = await open();
      await answer(page.save(() => ({ head: '{"a":1}', transcript: 'Grüße 👋\u0000 "\\" \ud800' })));
      expect(await found()).toEqual({
        known: true,
        saved: { head: '{"a":1}', transcript: 'Grüße 👋\u0000 "\\" \ud800' },
      });
      expect(page.known()).toBe(true);
      expect(await answer(page.load())).toEqual((await found()).saved);
    });

    it('before the first save nothing is known, nothing is found, and clearing is no trouble', async () => {
      const { page, found, answer } = await open();
      expect(page.known()).toBe(false);
      expect(await answer(page.load())).toEqual({});
      await answer(page.clear());
      expect(await found()).toEqual({ known: false, saved: {} });
    });

    it('a part that is not given stays as it was, and an empty one is a part', async () => {
      const { page, found, answer } = await open();
      await answer(page.save(() => ({ head: 'one' })));
      expect(await found()).toEqual({ known: true, saved: { head: 'one' } });
      await answer(page.save(() => ({ transcript: 'two' })));
      expect((await found()).saved).toEqual({ head: 'one', transcript: 'two' });
      await answer(page.save(() => ({ head: '' })));
      expect((await found()).saved).toEqual({ head: '', transcript: 'two' });
    });

    it('calls take effect in the order in which they are made, without waiting for each other', async () => {
      const { page, found, answer } = await open();
      const calls = [
        page.save(() => ({ head: 'one', transcript: 'one' })),
        page.save(() => ({ head: 'two' })),
        page.save(() => ({ head: 'three' })),
      ];
      expect(await answer(page.load())).toEqual({ head: 'three', transcript: 'one' });
      await answer(Promise.all(calls));
      expect((await found()).saved).toEqual({ head: 'three', transcript: 'one' });
    });

    it('[M4] clearing leaves nothing for anybody, a save that is still under way included', async () => {
      const { page, found, answer } = await open();
      await answer(Promise.all([page.save(() => ({ head: 'one', transcript: 'one' })), page.clear()]));
      expect(await found()).toEqual({ known: false, saved: {} });
      expect(page.known()).toBe(false);
      await answer(page.save(() => ({ head: 'two' })));
      expect(await found()).toEqual({ known: true, saved: { head: 'two' } });
      await answer(subject.open().clear());
      expect(await found()).toEqual({ known: false, saved: {} });
    });

    it('[M4] no page finds a record from the moment of clear() on, but one that is written after it', async () => {
      const { page, found, answer } = await open();
      await answer(page.save(() => ({ head: 'one', transcript: 'one' })));
      const clearing = page.clear();
      expect(subject.open().known()).toBe(false);
      const saving = page.save(() => ({ head: 'two' }));
      await answer(Promise.all([clearing, saving]));
      expect(await found()).toEqual({ known: true, saved: { head: 'two' } });
    });

    it('[M4] a save that was in progress during clear() is not found once it has ended', async () => {
      const { page, answer } = await open();
      const saving = page.save(() => ({ head: 'one' }));
      const clearing = page.clear();
      await answer(saving);
      expect(subject.open().known()).toBe(false);
      await answer(clearing);
      expect(subject.open().known()).toBe(false);
    });

    it('a save decides with the stored record of that moment, and may write nothing', async () => {
      const { page, found, answer } = await open();
      const seen: unknown[] = [];
      const next = (head?: string) => {
        seen.push(head);
        return { head: `${head ?? ''}+` };
      };
      await answer(Promise.all([page.save(next), subject.open().save(next)]));
      await answer(page.save(() => null));
      expect(seen).toEqual([undefined, '+']);
      expect(await found()).toEqual({ known: true, saved: { head: '++' } });
    });

    it("[M45] a tab's own record is there at once, for every page, under its name", async () => {
      const { page, found, answer } = await open();
      page.own.write('a', 'one');
      page.own.write('b', 'two');
      const next = subject.open();
      expect([...next.own.names()].sort()).toEqual(['a', 'b']);
      expect([next.own.read('a'), next.own.read('c')]).toEqual(['one', null]);
      expect(await found()).toEqual({ known: true, saved: {} });
      next.own.write('a', null);
      expect([page.own.read('a'), page.own.read('b')]).toEqual([null, 'two']);
      await answer(page.clear());
      expect(next.own.names()).toEqual([]);
      expect(await found()).toEqual({ known: false, saved: {} });
    });

    it("[M26] a discarded record is gone, and the tabs' own records stay", async () => {
      const { page, found, answer } = await open();
      await answer(page.save(() => ({ head: 'one', transcript: 'one' })));
      page.own.write('a', 'words');
      await answer(page.discard());
      expect(await found()).toEqual({ known: true, saved: {} });
      page.own.write('a', null);
      await answer(page.discard());
      expect(await found()).toEqual({ known: false, saved: {} });
    });

    it('[M5] without room a save is rejected without a word of the content, and what was kept stays whole', async () => {
      const { page, found, answer } = await open();
      await answer(page.save(() => ({ head: 'one', transcript: 'one' })));
      await subject.fill();
      const refusal = await answer(
        page.save(() => ({ head: 'two', transcript: LONG })).catch((error: unknown) => error),
      );
      expect(refusal).toBeInstanceOf(Error);
      expect(`${refusal}`).not.toContain('private');
      expect(await found()).toEqual({ known: true, saved: { head: 'one', transcript: 'one' } });
      await answer(page.clear());
      expect(await found()).toEqual({ known: false, saved: {} });
    });
  });
}
