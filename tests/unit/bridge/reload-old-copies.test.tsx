// @vitest-environment happy-dom
/** The player's protection and details, shown as old although the platform answers: the one question at the reconnection came to nothing. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failure } from '../../../src/core/errors';
import { useDetails } from '../../../src/bridge/figures/use-details';
import { useProtection } from '../../../src/bridge/protection/use-protection';
import { connectionStore, noteOffline, resetConnection } from '../../../src/state/connection';
import { detailsStore, resetDetails, setDetailsError } from '../../../src/state/details';
import { figuresStore } from '../../../src/state/figures';
import { protectionStore, setProtectionError } from '../../../src/state/protection';
import { enterSession } from '../../../src/state/session';

/** Writes the platform's answer into the store, as the bridge does. */
const ask = vi.hoisted(() => vi.fn<() => Promise<void>>());
vi.mock('../../../src/bridge/actions/protection', () => ({ loadProtection: ask }));
vi.mock('../../../src/bridge/index', () => ({ bridge: { details: { load: ask } } }));

const COPIES = {
  'the protection': {
    Page: () => <p>{useProtection(({ live }) => live) ? 'now' : 'old'}</p>,
    answer: () => protectionStore.setState({ live: true, error: null }),
    fail: setProtectionError,
  },
  'the details': {
    Page: () => <p>{useDetails().live ? 'now' : 'old'}</p>,
    answer: () => detailsStore.setState({ live: true, error: null }),
    fail: setDetailsError,
  },
};

let root: Root;
async function open(Page: () => React.JSX.Element) {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Page />));
}
let answeredAt = Date.parse('2026-11-21T08:13:00Z');
const answerPoll = () => act(async () => figuresStore.setState({ balance: { source: 'live', savedAt: (answeredAt += 15_000) } }));

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  enterSession({ sessionId: 's', userId: 'a' });
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  resetConnection();
  resetDetails();
  protectionStore.setState(protectionStore.getInitialState(), true);
  figuresStore.setState(figuresStore.getInitialState(), true);
  ask.mockReset();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe.each(Object.entries(COPIES))('%s', (_, { Page, answer, fail }) => {
  it('are requested again with the next answered poll when the request at the reconnection was lost, and not once they are live', async () => {
    ask.mockImplementation(async () => answer());
    await open(Page);
    expect(document.body.textContent).toBe('now');
    await act(async () => noteOffline());
    expect(document.body.textContent).toBe('old');
    ask.mockImplementationOnce(async () => fail(failure('timeout').error));
    await act(async () => connectionStore.setState({ reach: 'online' }));
    expect(document.body.textContent).toBe('old');
    await answerPoll();
    expect(document.body.textContent).toBe('now');
    const times = ask.mock.calls.length;
    await answerPoll();
    expect(ask).toHaveBeenCalledTimes(times);
  });

  it('are not requested by a hidden page, but as soon as it is visible', async () => {
    ask.mockImplementation(async () => fail(failure('timeout').error));
    await open(Page);
    const times = ask.mock.calls.length;
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await answerPoll();
    expect(ask).toHaveBeenCalledTimes(times);
    visibility.mockReturnValue('visible');
    await answerPoll();
    expect(ask.mock.calls.length).toBeGreaterThan(times);
  });
});
