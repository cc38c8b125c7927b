// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeDrawer } from '../../../src/app/guide/start';
import type { GuideView } from '../../../src/app/guide/start';

const Guide = ({ way, isRequested }: GuideView) => <p>{`${way} ${isRequested ? 'asked' : 'unasked'}`}</p>;
const onMenu: GuideView = { way: 'menu', isRequested: false };
const until = (text: string): Promise<void> => vi.waitFor(() => expect(document.body.textContent).toBe(text));

afterEach(() => document.body.replaceChildren());

describe('the guide to the home screen', () => {
  it('is fetched again, and shown, after its code could not be fetched', async () => {
    const load = vi.fn(() => Promise.resolve({ Guide })).mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const draw = makeDrawer(load);
    await expect(draw(onMenu)).rejects.toThrow('Failed to fetch');
    await draw(onMenu);
    await until('menu unasked');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('shows the view that was wanted last, where that changed while its code was fetched', async () => {
    let come: () => void = () => undefined;
    const draw = makeDrawer(() => new Promise((resolve) => {
      come = () => resolve({ Guide });
    }));
    const first = draw(onMenu);
    const comeFirst = come;
    const second = draw({ way: 'ios', isRequested: true });
    come();
    await second;
    comeFirst();
    await first;
    await until('ios asked');
  });

  it('fetches nothing for a guide that is not to be shown', async () => {
    const load = vi.fn(() => Promise.resolve({ Guide }));
    await makeDrawer(load)({ way: null, isRequested: false });
    expect(load).not.toHaveBeenCalled();
  });
});
