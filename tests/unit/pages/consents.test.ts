import { describe, expect, it } from 'vitest';
import { CONSENT_TAGS } from '../../../src/core/contract/consents';
import type { ConsentReceipt } from '../../../src/core/contract/consents';
import type { OutboxItem } from '../../../src/core/outbox/item';
import { consentRows, earlierReceipts, latestByTag } from '../../../src/pages/shared/consents/consent-view';
import { CONSENT_WORDS, words as consentWords } from '../../../src/pages/shared/consents/consent-words';
import { receiptWords } from '../../../src/pages/shared/consents/History';

const rowOf = (tag: string, profileConsents: Record<string, boolean>, outbox: readonly OutboxItem[], choices = {}) =>
  consentRows(profileConsents, choices, outbox).find((row) => row.tag === tag);
const item = (kind: 'give-consent' | 'withdraw-consent', more: Partial<OutboxItem> = {}): OutboxItem => ({
  id: 1, userId: 'a', kind, slot: 'consent:sms', key: 'k', body: { tag: 'sms' }, at: 1, state: 'waiting', problem: null, ...more,
});

describe('the consents of a player', () => {
  it('are all six, each with words of its own', () => {
    expect(consentRows({}, {}, []).map(({ tag }) => tag)).toEqual([...CONSENT_TAGS]);
    expect(new Set(Object.values(CONSENT_WORDS)).size).toBe(CONSENT_TAGS.length);
    expect(consentWords.right).toMatch(/take each one back at any time/);
    // They stand on two pages.
    expect(consentWords.right).not.toContain('on your profile page');
  });

  it('are off where the platform says nothing: silence is not consent', () => {
    expect(consentRows({}, {}, []).every(({ isGiven, isWaiting }) => !isGiven && !isWaiting)).toBe(true);
  });

  it('show a choice made here at once, and that the platform has not heard of it', () => {
    expect(rowOf('sms', { sms: true }, [item('withdraw-consent')])).toMatchObject({ isGiven: false, isWaiting: true });
    expect(rowOf('sms', {}, [item('give-consent')])).toMatchObject({ isGiven: true, isWaiting: true });
    expect(rowOf('sms', {}, [], { sms: true })).toMatchObject({ isGiven: true, isWaiting: true });
  });

  it('stop waiting once the platform says the same', () => {
    expect(rowOf('sms', { sms: false }, [item('withdraw-consent')])?.isWaiting).toBe(false);
  });

  it('fall back to what the platform has when it refused, and say so', () => {
    const refused = item('give-consent', { state: 'refused' });
    expect(rowOf('sms', { sms: false }, [refused])).toEqual({ tag: 'sms', isGiven: false, isWaiting: false, refusedItem: refused });
  });
});

describe('a receipt', () => {
  const receipt = (more: Partial<ConsentReceipt> = {}): ConsentReceipt => ({
    receiptId: '1', tagCode: 'sms', status: 'Accepted', at: '2026-11-03T09:00:00Z', wordingVersion: '2026-11', channel: 'app', ...more,
  });

  it('names the day and the wording, what was done, and whether anybody did it', () => {
    expect(receiptWords(receipt())).toBe('Given on 3 Nov 2026, wording 2026-11');
    expect(receiptWords(receipt({ status: 'Withdrawn' }))).toBe('Withdrawn on 3 Nov 2026, wording 2026-11');
    expect(receiptWords(receipt({ channel: 'sign-up' }))).toBe('Given on 3 Nov 2026 when you joined, wording 2026-11');
    expect(receiptWords(receipt({ channel: 'implied' }))).toMatch(/^Assumed on 3 Nov 2026, not asked/);
  });

  it('that stands beside a switch is the newest of its tag', () => {
    const newest = receipt({ receiptId: '9', status: 'Withdrawn' });
    expect(latestByTag([newest, receipt()]).get('sms')).toBe(newest);
  });

  it('that stands beside a switch is not among the earlier choices, unless a choice that is not sent stands there', () => {
    const newest = receipt({ receiptId: '9', status: 'Withdrawn' });
    const earlier = receipt();
    expect(earlierReceipts([newest, earlier], consentRows({}, {}, []))).toEqual([earlier]);
    expect(earlierReceipts([newest, earlier], consentRows({}, {}, [item('give-consent')]))).toEqual([newest, earlier]);
    // Where the platform takes no consent back there are no switches.
    expect(earlierReceipts([newest, earlier], [])).toEqual([newest, earlier]);
  });
});
