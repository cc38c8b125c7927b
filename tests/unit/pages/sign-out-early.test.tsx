// @vitest-environment happy-dom
/** "Sign out" is pressed on a page that was just drawn, before it has read what waits on the device. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bridge } from '../../../src/bridge';
import { signOut } from '../../../src/bridge/actions/session';
import type { OutboxItem } from '../../../src/core/outbox/item';
import { ThisDevice } from '../../../src/pages/profile/ThisDevice';
import { outboxStore, resetOutbox } from '../../../src/state/outbox';

vi.mock('../../../src/bridge/actions/session', () => ({ signOut: vi.fn(async () => undefined) }));

const EXCLUSION: OutboxItem = {
  id: 1, userId: 'a', kind: 'exclude', slot: 'exclude', key: 'k', body: { length: '6-months' }, at: 1, state: 'waiting', problem: null,
};

let root: Root;
/** Ends the reading of the outbox, with these items in it. */
let endReading: (items: readonly OutboxItem[]) => Promise<void>;

const button = () => document.querySelector<HTMLButtonElement>('button.button-danger');
const press = () => act(async () => button()?.click());

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const reading = new Promise<void>((resolve) => {
    endReading = (items) => act(async () => {
      outboxStore.setState({ items });
      resolve();
    });
  });
  vi.spyOn(bridge.outbox, 'read').mockReturnValue(reading);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<MemoryRouter><ThisDevice /></MemoryRouter>));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  resetOutbox();
  vi.mocked(signOut).mockClear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('an exclusion that waits is named before it would be deleted', async () => {
  await press();
  expect(button()?.getAttribute('aria-busy')).toBe('true');
  await endReading([EXCLUSION]);
  expect(document.querySelector('dialog')?.textContent).toContain('has not reached us yet');
  expect(signOut).not.toHaveBeenCalled();
});

it('where nothing waits, the press signs out as soon as that is known', async () => {
  await press();
  expect(signOut).not.toHaveBeenCalled();
  await endReading([]);
  expect(signOut).toHaveBeenCalledOnce();
});

it('a press after the reading signs out at once', async () => {
  await endReading([]);
  await press();
  expect(signOut).toHaveBeenCalledOnce();
});
