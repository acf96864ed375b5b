// @vitest-environment jsdom
/** Parts that are fetched when one is first needed: when that is, and what is said if they cannot be had. */

import { signal } from '@preact/signals-core';
import { fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import * as chunk from '../../../src/ui/extras/extras.ts';
import { createExtras } from '../../../src/ui/extras.ts';
import { message, ONLINE, SETTINGS } from '../fixtures/fake-chat.ts';
import { renderChat, settled } from '../fixtures/render-chat.ts';

/** Extras that can be fetched only while `server.isUp`. */
function late(isUp: boolean) {
  const server = { isUp, asked: 0, worn: '' };
  const extras = createExtras(
    async () => {
      server.asked += 1;
      return server.isUp ? chunk : null;
    },
    css => {
      server.worn += css;
    },
  );
  return { server, extras };
}

const PICTURE = message('agent', 'Look.', {
  attachments: [
    { kind: 'image', title: 'Boots', contentUrl: 'https://acme.example/a.png', previewImageUrl: '', callToAction: '' },
  ],
});

async function openMenu(): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'More options' }));
  await settled();
}

describe('parts that most conversations never show', () => {
  it('no part is fetched by a conversation in words', async () => {
    const { server, extras } = late(true);
    renderChat({ messages: [PICTURE, message('user', 'Thanks')] }, { extras });
    await settled();
    expect(server.asked).toBe(0);
  });

  it('a pressed picture is enlarged as soon as the viewer has loaded, and its style sheet is added once', async () => {
    const { server, extras } = late(true);
    renderChat({ messages: [PICTURE] }, { extras });
    fireEvent.click(screen.getByRole('button', { name: 'Enlarge image: Boots' }));
    await settled();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close image' }));
    await extras.fetch();
    expect(server.worn).toBe(chunk.styles);
  });

  it('a failure to enlarge a picture is shown, and the next press tries again', async () => {
    const { server, extras } = late(false);
    renderChat({ messages: [PICTURE] }, { extras });
    const opener = screen.getByRole('button', { name: 'Enlarge image: Boots' });
    fireEvent.click(opener);
    await settled();
    expect(screen.getByRole('alert').textContent).toBe("The image didn't load.");
    expect(screen.queryByRole('dialog', { name: 'Boots' })).toBeNull();
    server.isUp = true;
    fireEvent.click(opener);
    await settled();
    expect(screen.getByRole('dialog', { name: 'Boots' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('the menu asks for the transcript before it is pressed; an item that could not save says so', async () => {
    const { server, extras } = late(false);
    renderChat({ messages: [message('user', 'Hello')] }, { extras });
    await openMenu();
    expect(server.asked).toBe(1);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Download transcript' }));
    await settled();
    expect(screen.getByRole('alert').textContent).toBe("Couldn't save the transcript");
    expect(document.activeElement?.getAttribute('role')).toBe('menuitem');
  });

  it('an ended conversation without its rating form can be followed by a new one', async () => {
    const { extras } = late(false);
    const ended = { connection: { ...ONLINE, status: 'ended', phase: 'ended' }, ended: 'agent-end' } as const;
    const messages = [message('user', 'Hello'), message('agent', 'Hello')];
    const settings = signal({ ...SETTINGS, rating: 'on' as const });
    renderChat({ ...ended, messages } as object, { settings, extras });
    await settled();
    expect(screen.queryByRole('radiogroup')).toBeNull();
    expect(screen.getByRole('button', { name: /Start a new conversation/ })).toBeTruthy();
  });
});
