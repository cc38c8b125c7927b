import { describe, expect, it } from 'vitest';
import { CONSENT_TAGS } from '../../../src/core/contract/player';
import { consentRows } from '../../../src/pages/profile/consent-view';
import { CONSENT_RIGHT, CONSENT_WORDS } from '../../../src/pages/shared/consent-words';

const rowOf = (tag: string, told: Record<string, boolean>, choices: Record<string, 'accepted' | 'withdrawn'>) =>
  consentRows(told, choices).find((row) => row.tag === tag);

describe('the consents on the profile', () => {
  it('are all six, each with words of its own', () => {
    expect(consentRows({}, {}).map(({ tag }) => tag)).toEqual([...CONSENT_TAGS]);
    expect(new Set(Object.values(CONSENT_WORDS)).size).toBe(CONSENT_TAGS.length);
    expect(CONSENT_RIGHT).toMatch(/take each one back at any time/);
  });

  it('are off where the platform says nothing: silence is not consent', () => {
    expect(consentRows({}, {}).every(({ given, isWaiting }) => !given && !isWaiting)).toBe(true);
  });

  it('show a choice made here at once, and that the platform has not heard of it', () => {
    expect(rowOf('sms', { sms: true }, { sms: 'withdrawn' })).toEqual({ tag: 'sms', given: false, isWaiting: true });
    expect(rowOf('sms', {}, { sms: 'accepted' })).toEqual({ tag: 'sms', given: true, isWaiting: true });
  });

  it('wait no longer once the platform says the same', () => {
    expect(rowOf('sms', { sms: false }, { sms: 'withdrawn' })?.isWaiting).toBe(false);
  });
});
