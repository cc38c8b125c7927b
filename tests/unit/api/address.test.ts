import { describe, expect, it } from 'vitest';
import { addressOf, queryText } from '../../../src/api/address';
import { getOperation } from '../../../src/core/contract/cashier';
import { listRounds } from '../../../src/core/contract/games';
import { getProfile } from '../../../src/core/contract/player';

describe('the address of a call', () => {
  it('has the checked parameters in its path', () => {
    expect(addressOf(getProfile, { userId: 'u-1_A' }, undefined)).toBe('/v1/player/u-1_A/profile');
  });

  it('has the query in alphabetical order, without what is undefined', () => {
    const query = { to: '2026-11-21', from: '2026-11-01', limit: 20, gameId: undefined };
    expect(addressOf(listRounds, { userId: 'u' }, query)).toBe('/v1/player/u/rounds?from=2026-11-01&limit=20&to=2026-11-21');
  });

  it.each(['A/../B', 'A%2f..%2fB', 'A;B', 'A\0', '', '..', '🎲', 'x'.repeat(10_000), null, 7, ['a']])(
    'is refused for the user id %j',
    (userId) => {
      expect(addressOf(getProfile, { userId }, undefined)).toBeNull();
    },
  );

  it('is refused for a missing parameter, an unknown one and an odd query', () => {
    expect(addressOf(getOperation, { userId: 'u' }, undefined)).toBeNull();
    expect(addressOf(getProfile, { userId: 'u', other: 'x' }, undefined)).toBeNull();
    expect(addressOf(listRounds, { userId: 'u' }, { from: 'yesterday' })).toBeNull();
    expect(addressOf(listRounds, { userId: 'u' }, { limit: 0 })).toBeNull();
  });

  it('escapes what stands in a query', () => {
    expect(queryText({ q: 'a&b=c d' })).toBe('?q=a%26b%3Dc+d');
    expect(queryText({})).toBe('');
  });
});
