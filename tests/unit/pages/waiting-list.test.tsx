/** The list of items that were not sent although there is a connection, as the player reads it. */
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OutboxItem } from '../../../src/core/outbox/item';
import { WaitingList } from '../../../src/pages/shared/outbox/WaitingList';
import { UnsentMessage } from '../../../src/pages/shared/support/Conversation';
import { connectionStore } from '../../../src/state/connection';
import { outboxStore } from '../../../src/state/outbox';

const NOW = Date.parse('2026-11-21T13:40:00Z');
const MINUTE_MS = 60_000;
const feedback = (more: Partial<OutboxItem> = {}): OutboxItem => ({
  id: 1, userId: 'a', kind: 'send-feedback', slot: 'feedback:one', key: 'k', body: { id: 'one', category: 'money', text: 'Where is it?' },
  at: NOW, state: 'waiting', problem: null, ...more,
});
const putOff = { tries: 1, at: NOW, waitMs: 60 * MINUTE_MS };
/** A drawing without a browser shows the first state of a store. */
const showOutbox = (items: readonly OutboxItem[]) => vi.spyOn(outboxStore, 'getInitialState').mockReturnValue({ items });
const drawList = () => renderToStaticMarkup(<MemoryRouter><WaitingList /></MemoryRouter>);

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true });
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  vi.spyOn(connectionStore, 'getInitialState').mockReturnValue({ reach: 'online' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('feedback that was put off for an hour', () => {
  it('is not called “being sent”: it says when it is tried again, and can be taken back', () => {
    const html = renderToStaticMarkup(<UnsentMessage item={feedback({ putOff })} />);
    expect(html).toContain('Not sent yet. We try again at 15:40.');
    expect(html).toContain('Undo');
    expect(html).not.toContain('Being sent');
    expect(renderToStaticMarkup(<UnsentMessage item={feedback()} />)).toContain('Being sent');
  });

  it('stands on the list of what waits although there is a connection', () => {
    showOutbox([feedback({ putOff })]);
    const html = drawList();
    expect(html).toContain('1 change has not been sent yet');
    expect(html).toContain('We try again at 15:40.');
    expect(html).toContain('Undo');
    showOutbox([feedback()]);
    expect(drawList()).not.toContain('<li>');
  });
});

describe('what a newer build left', () => {
  it('says that a newer version is needed, and a break can’t be taken back', () => {
    showOutbox([feedback({ kind: 'exclude', slot: 'exclude', body: { length: '3-months' } })]);
    const html = drawList();
    expect(html).toContain('A break from playing');
    expect(html).toContain('Update the app to send it');
    expect(html).not.toContain('Undo');
  });

  it('is drawn in a conversation although its text has another name', () => {
    expect(renderToStaticMarkup(<UnsentMessage item={feedback({ body: { id: 'one', message: 'Where?' } })} />)).toContain('Update the app to send it');
  });
});
