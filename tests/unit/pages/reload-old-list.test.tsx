// @vitest-environment happy-dom
/** A list that is shown as old although the platform answers: the one question at the reconnection came to nothing. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { failure } from '../../../src/core/errors';
import type { Result } from '../../../src/core/errors';
import { useSnapshot } from '../../../src/pages/shared/answers/use-snapshot';
import { usePaged } from '../../../src/pages/shared/history/use-paged';
import type { PageAnswer } from '../../../src/pages/shared/history/paged';
import { connectionStore, resetConnection } from '../../../src/state/connection';
import { figuresStore } from '../../../src/state/figures';

type Rows = PageAnswer<string, number>;
const SAVED_AT = Date.parse('2026-11-21T08:13:00Z');
const rows = (savedAt: number | null): Result<Rows> => ({
  ok: true, data: { items: ['a round'], next: null, totals: 1 }, status: 200, etag: null, savedAt, replacedError: null, balanceVersion: null,
});
const load = vi.fn<() => Promise<Result<Rows>>>();
const nothingStored = () => Promise.resolve(null);

const LISTS = {
  'a list with pages': () => <p>{usePaged('rounds', load).savedAt === null ? 'now' : 'old'}</p>,
  'a list that the device has a copy of': () => <p>{useSnapshot(nothingStored, load).live ? 'now' : 'old'}</p>,
};

let root: Root;
async function open(List: () => React.JSX.Element) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  connectionStore.setState({ reach: 'online' });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<List />));
}
let answeredAt = SAVED_AT;
const answerPoll = () => act(async () => figuresStore.setState({ balance: { source: 'live', savedAt: (answeredAt += 15_000) } }));

afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  resetConnection();
  figuresStore.setState(figuresStore.getInitialState(), true);
  load.mockReset();
  vi.unstubAllGlobals();
});

describe.each(Object.entries(LISTS))('%s', (_, List) => {
  it('is requested again with each answered poll while it is old, and not once it is live', async () => {
    load.mockResolvedValueOnce(rows(SAVED_AT)).mockResolvedValueOnce(rows(SAVED_AT)).mockResolvedValue(rows(null));
    await open(List);
    expect(document.body.textContent).toBe('old');
    await answerPoll();
    expect(document.body.textContent).toBe('old');
    await answerPoll();
    expect(document.body.textContent).toBe('now');
    await answerPoll();
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('is asked for again after a failure that may pass, but not after a refusal, nor while the platform wants to be left alone', async () => {
    load.mockResolvedValueOnce(failure('timeout')).mockResolvedValue(failure('bad-request', { status: 403 }));
    await open(List);
    await answerPoll();
    expect(load).toHaveBeenCalledTimes(2);
    await answerPoll();
    expect(load).toHaveBeenCalledTimes(2);
    await act(async () => root.unmount());
    load.mockReset().mockResolvedValue(failure('bad-response', { status: 503, retryable: true, retryAfterMs: 60_000 }));
    await open(List);
    await answerPoll();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is not asked for a second time while the first question is under way', async () => {
    load.mockReturnValue(new Promise(() => undefined));
    await open(List);
    await answerPoll();
    expect(load).toHaveBeenCalledOnce();
  });
});
