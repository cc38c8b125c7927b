import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONSENT_TAGS } from '../../../src/core/consent-tags';
import { wantedConsents } from '../../../src/worker/consent-sync';
import type { ConsentState } from '../../../src/worker/consent-sync';

const choice = (tag: string, made: 'accepted' | 'withdrawn') => ({ userId: 'a', tag, choice: made, at: 1 });

function state(more: Partial<ConsentState>): ConsentState {
  return { policy: 'ask', given: {}, choices: [], withdrawn: new Set(), ...more };
}

describe('what the platform is told about consents', () => {
  it('is what was accepted and is not in the profile, when players are asked', () => {
    const choices = [choice('sms', 'accepted'), choice('3rdparty', 'accepted')];
    const wanted = wantedConsents(state({ given: { '3rdparty': true }, choices }));
    expect(wanted.post).toEqual(['sms']);
    expect(wanted.settled).toEqual([choice('3rdparty', 'accepted')]);
  });

  it('is everything that is not already true, when the operator says that consent is implied', () => {
    const given = { sms: true, emailmarketing: false };
    expect(wantedConsents(state({ policy: 'implied', given })).post).toEqual(CONSENT_TAGS.filter((tag) => tag !== 'sms'));
  });

  it('is never what the player has withdrawn, whatever the policy', () => {
    const tags = fc.subarray([...CONSENT_TAGS]);
    fc.assert(
      fc.property(fc.constantFrom('ask', 'implied'), tags, tags, (policy, gone, given) => {
        const choices = gone.map((tag) => choice(tag, 'withdrawn'));
        const known = Object.fromEntries(given.map((tag) => [tag, true]));
        const wanted = wantedConsents(state({ policy, choices, given: known, withdrawn: new Set(gone) }));
        expect(wanted.post.filter((tag) => gone.includes(tag))).toEqual([]);
        expect(wanted.withdraw.toSorted()).toEqual(gone.toSorted());
      }),
    );
  });

  it('is also not what was withdrawn on this device before a sign-out', () => {
    const wanted = wantedConsents(state({ policy: 'implied', withdrawn: new Set(['sms']) }));
    expect(wanted.post).not.toContain('sms');
    expect(wanted.withdraw).toEqual([]);
  });
});
