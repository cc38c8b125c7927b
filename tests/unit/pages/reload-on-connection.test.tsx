// @vitest-environment happy-dom
/** A page that opened without the platform loads its data again when the platform answers. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { failure } from '../../../src/core/errors';
import type { Result } from '../../../src/core/errors';
import { useLoaded } from '../../../src/pages/shared/answers/use-loaded';
import { connectionStore, resetConnection } from '../../../src/state/connection';
import type { Reach } from '../../../src/state/connection';

const answerOf = (data: string): Result<string> =>
  ({ ok: true, data, status: 200, etag: null, savedAt: null, replacedError: null, balanceVersion: null });
const load = vi.fn<() => Promise<Result<string>>>();
function Page() {
  const { data } = useLoaded(load);
  return <p>{data ?? 'nothing'}</p>;
}
let root: Root;
async function open(reach: Reach) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  connectionStore.setState({ reach });
  load.mockResolvedValueOnce(failure('network')).mockResolvedValue(answerOf('ten accounts'));
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Page />));
}
const goOnline = () => act(async () => connectionStore.setState({ reach: 'online' }));

afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  resetConnection();
  load.mockReset();
  vi.unstubAllGlobals();
});

describe('a page that opened without the platform', () => {
  it.each(['offline', 'portal'] as const)('loads again by itself when the connection comes back (%s before)', async (reach) => {
    await open(reach);
    expect(document.body.textContent).toBe('nothing');
    await goOnline();
    expect(document.body.textContent).toBe('ten accounts');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('does not load twice when its own first answer shows that there is a connection', async () => {
    await open('unknown');
    await goOnline();
    expect(load).toHaveBeenCalledOnce();
  });
});
