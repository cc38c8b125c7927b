// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { READ_DEADLINE_MS, SNAPSHOT_DEADLINE_MS } from '../../../src/api/deadlines';
import { connectionStore } from '../../../src/state/connection';
import { hostStore } from '../../../src/state/catalogue';
import { figuresStore } from '../../../src/state/figures';
import { useIsFirstCheckPending } from '../../../src/pages/shared/gates/use-first-check';

let root: Root;
const Page = () => (useIsFirstCheckPending() ? 'waits' : 'drawn');
const text = () => document.body.textContent;
const live = { source: 'live', savedAt: 1 } as const;

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Page />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  figuresStore.setState(figuresStore.getInitialState(), true);
  hostStore.setState(hostStore.getInitialState(), true);
  connectionStore.setState(connectionStore.getInitialState(), true);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a page waits for a player of whom nothing is known, until the first check has said who it is', async () => {
  expect(text()).toBe('waits');
  await act(async () => figuresStore.setState({ profile: live }));
  expect(text()).toBe('waits');
  await act(async () => figuresStore.setState({ account: live }));
  expect(text()).toBe('drawn');
});

it('it waits for the account, and for the profile, also where the balance comes first', async () => {
  await act(async () => figuresStore.setState({ balance: live, profile: live }));
  expect(text()).toBe('waits');
  await act(async () => figuresStore.setState({ profile: figuresStore.getInitialState().profile, account: live }));
  expect(text()).toBe('waits');
});

it('it does not wait for a platform that has no accounts, nor for an account that could not be read', async () => {
  await act(async () => figuresStore.setState({ profile: live }));
  expect(text()).toBe('waits');
  await act(async () => figuresStore.setState({ account: { source: 'unread', savedAt: null } }));
  expect(text()).toBe('drawn');
  await act(async () => {
    figuresStore.setState({ account: figuresStore.getInitialState().account });
    hostStore.setState({ config: { capabilities: [], cdnUrl: '/cdn', consentPolicy: 'ask', version: '1' } });
  });
  expect(text()).toBe('drawn');
});

it.each(['offline', 'portal'] as const)('it does not wait where the platform can’t be reached (%s)', async (reach) => {
  await act(async () => connectionStore.setState({ reach }));
  expect(text()).toBe('drawn');
});

it('it does not wait for calls that fail, nor for any that hang, longer than a call may take', async () => {
  await act(async () => connectionStore.setState({ reach: 'online' }));
  await act(async () => vi.advanceTimersByTimeAsync(SNAPSHOT_DEADLINE_MS - 1));
  expect(text()).toBe('waits');
  await act(async () => vi.advanceTimersByTimeAsync(1));
  expect(text()).toBe('drawn');
});

it('it waits for the first answer of all as long as for whatever else a page reads, and after it once more as long as a call about the player may take', async () => {
  await act(async () => vi.advanceTimersByTimeAsync(READ_DEADLINE_MS - 1));
  expect(text()).toBe('waits');
  await act(async () => connectionStore.setState({ reach: 'online' }));
  await act(async () => vi.advanceTimersByTimeAsync(SNAPSHOT_DEADLINE_MS - 1));
  expect(text()).toBe('waits');
  await act(async () => vi.advanceTimersByTimeAsync(1));
  expect(text()).toBe('drawn');
});

it('it does not wait for a first answer that never comes', async () => {
  await act(async () => vi.advanceTimersByTimeAsync(READ_DEADLINE_MS));
  expect(text()).toBe('drawn');
});
