import { describe, expect, it } from 'vitest';
import { guard } from '../../../src/app/guard';
import type { GuardState } from '../../../src/app/guard';

function stateOf(who: 'guest' | 'player', canSignIn = true): GuardState {
  return { isSignedIn: () => who !== 'guest', canSignIn: () => canSignIn };
}

const url = new URL('http://ayo.test/deposit?deposit=d1');

describe('guards', () => {
  it('let everybody into a page for all', () => {
    for (const who of ['guest', 'player'] as const) expect(guard('all', stateOf(who), url)).toBeNull();
  });

  it('send a guest from a player’s page to sign-in, with the way back', () => {
    expect(guard('player', stateOf('guest'), url)).toBe('/sign-in?next=%2Fdeposit%3Fdeposit%3Dd1');
  });

  it('send a guest to the lobby where the platform has no sign-in', () => {
    expect(guard('player', stateOf('guest', false), url)).toBe('/');
  });

  it('let a player in', () => {
    expect(guard('player', stateOf('player'), url)).toBeNull();
  });

  it('send a signed-in player from sign-in on to where they wanted to go, on this site alone', () => {
    const signIn = (next: string) => new URL(`/sign-in?next=${encodeURIComponent(next)}`, url);
    expect(guard('guest', stateOf('player'), signIn('/deposit?deposit=d1'))).toBe('/deposit?deposit=d1');
    expect(guard('guest', stateOf('player'), signIn('//evil.example'))).toBe('/');
  });

  it('send a signed-in player away from the pages of guests', () => {
    expect(guard('guest', stateOf('player'), url)).toBe('/');
    expect(guard('guest', stateOf('guest'), url)).toBeNull();
  });

  it('open an invitation to whoever is signed in, so that it can say for whom it is', () => {
    const invitation = new URL('/sign-up?invitation=abc', url);
    expect(guard('guest', stateOf('player'), invitation)).toBeNull();
    expect(guard('guest', stateOf('guest'), invitation)).toBeNull();
  });

  it('send a guest from the admin page to sign-in; whoever is signed in is told there whose page it is', () => {
    expect(guard('admin', stateOf('player'), url)).toBeNull();
    expect(guard('admin', stateOf('guest'), url)).toMatch(/^\/sign-in/);
  });
});
