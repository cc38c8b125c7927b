import { describe, expect, it } from 'vitest';
import { guard } from '../../../src/app/guard';
import type { GuardState } from '../../../src/app/guard';

function stateOf(who: 'guest' | 'player' | 'admin' | 'unknown role', canSignIn = true): GuardState {
  return {
    isSignedIn: () => who !== 'guest',
    roleKnown: () => Promise.resolve(who === 'player' || who === 'admin' ? who : undefined),
    canSignIn: () => canSignIn,
  };
}

const url = new URL('http://ayo.test/deposit?deposit=d1');

describe('guards', () => {
  it('let everybody into a page for all', async () => {
    for (const who of ['guest', 'player', 'admin'] as const) expect(await guard('all', stateOf(who), url)).toBeNull();
  });

  it('send a guest from a player’s page to sign-in, with the way back', async () => {
    expect(await guard('player', stateOf('guest'), url)).toBe('/sign-in?next=%2Fdeposit%3Fdeposit%3Dd1');
  });

  it('send a guest to the lobby where the platform has no sign-in', async () => {
    expect(await guard('player', stateOf('guest', false), url)).toBe('/');
  });

  it('let a player in without asking for the role', async () => {
    const state = { ...stateOf('player'), roleKnown: () => Promise.reject(new Error('not to be asked')) };
    expect(await guard('player', state, url)).toBeNull();
  });

  it('send a signed-in player from sign-in on to where they wanted to go, on this site alone', async () => {
    const signIn = (next: string) => new URL(`/sign-in?next=${encodeURIComponent(next)}`, url);
    expect(await guard('guest', stateOf('player'), signIn('/deposit?deposit=d1'))).toBe('/deposit?deposit=d1');
    expect(await guard('guest', stateOf('player'), signIn('//evil.example'))).toBe('/');
  });

  it('send a signed-in player away from the pages of guests', async () => {
    expect(await guard('guest', stateOf('player'), url)).toBe('/');
    expect(await guard('guest', stateOf('guest'), url)).toBeNull();
  });

  it('let only an admin into the admin page, and nobody whose role is not known', async () => {
    expect(await guard('admin', stateOf('admin'), url)).toBeNull();
    expect(await guard('admin', stateOf('player'), url)).toBe('/');
    expect(await guard('admin', stateOf('unknown role'), url)).toBe('/');
    expect(await guard('admin', stateOf('guest'), url)).toMatch(/^\/sign-in/);
  });
});
