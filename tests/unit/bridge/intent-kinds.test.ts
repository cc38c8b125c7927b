import { afterEach, describe, expect, it } from 'vitest';
import { deviceCheckOf, readAnswer, readIntent, sendIntent } from '../../../src/bridge/money/intent-kinds';
import { leavePage, openBridge } from './support';
import type { IntentKind, IntentOf, IntentRecord } from '../../../src/core/intent';

afterEach(leavePage);

const ROUND = {
  roundId: 'r1', gameId: 'adire-gold', stake: 50, currency: 'NGN', outcome: {}, win: 20, balance: 4970, version: 12,
  fairness: { commit: 'c', clientSeed: 's', nonce: 3 }, at: '2026-11-21T08:13:00Z',
};
const BODIES: Readonly<Record<IntentKind, object>> = {
  deposit: { method: 'ussd', amount: 500, currency: 'NGN' },
  withdrawal: { bankAccountId: '00000000-0000-4000-8000-000000000000', amount: 500, currency: 'NGN' },
  round: { stake: 50, currency: 'NGN', bet: { lines: 20 } },
  action: { roundId: 'r1', action: { kind: 'hit' }, step: 1 },
  claim: { promotionId: 'friday', version: 1 },
  forfeit: { version: 1 },
  choice: { choice: 'credit', amount: 500 },
};
const KINDS = Object.keys(BODIES).filter((kind): kind is IntentKind => kind in BODIES);

const recordOf = (kind: IntentKind, change: Partial<IntentRecord> = {}): IntentRecord => ({
  key: 'k'.repeat(48), kind, userId: 'a', gameId: kind === 'deposit' || kind === 'withdrawal' ? null : 'g', body: BODIES[kind], state: 'unknown',
  at: 1, sentAt: 2, sentAtPlatform: 3, answer: null, refusal: null, ...change,
});

describe('a record of an intent on this device', () => {
  it.each(KINDS)('of a %s is read as it was written', (kind) => {
    expect(readIntent(recordOf(kind))).toEqual(recordOf(kind));
  });

  it('keeps in its body what a newer version of the app wrote beside it', () => {
    const body = { ...BODIES.deposit, newer: true };
    expect(readIntent(recordOf('deposit', { body })).body).toEqual(body);
  });

  it.each(KINDS)('of a %s whose body this version can’t read can still be asked about', (kind) => {
    expect(readIntent(recordOf(kind, { body: 'odd' }))).toEqual(recordOf(kind, { body: null }));
  });

  it('has its answer where that fits the contract, and none where it does not', () => {
    const ended = { state: 'confirmed', answer: ROUND } as const;
    expect(readIntent(recordOf('round', ended)).answer).toEqual(ROUND);
    expect(readIntent(recordOf('action', ended)).answer).toEqual(ROUND);
    expect(readIntent(recordOf('deposit', ended)).answer).toBeNull();
    expect(readAnswer('round', { stake: 1 })).toBeNull();
    expect(readAnswer('round', undefined)).toBeNull();
  });
});

describe('an intent whose body can’t be read', () => {
  const odd: IntentOf<'round'> = { ...recordOf('round'), kind: 'round', gameId: 'g', body: null, answer: null };

  it('is not sent, and is checked against no break and no limit', async () => {
    expect(await sendIntent(openBridge().bridge.calls, odd)).toMatchObject({ ok: false, error: { code: 'canceled' } });
    expect(deviceCheckOf(odd)).toBeNull();
  });
});

describe('a break or a lower limit that waits on this device', () => {
  it.each([
    ['deposit', BODIES.deposit, { is: 'deposit', amount: 500 }],
    ['withdrawal', BODIES.withdrawal, null],
    ['round', BODIES.round, { is: 'stake', amount: 50 }],
    ['action', BODIES.action, null],
    ['action', { ...BODIES.action, stake: 50 }, { is: 'stake', amount: 50 }],
    ['claim', BODIES.claim, { is: 'break-only' }],
    ['forfeit', BODIES.forfeit, null],
    ['choice', BODIES.choice, { is: 'deposit', amount: 500 }],
    ['choice', { choice: 'send-back' }, null],
  ] as const)('is checked for a %s with the body %j as %j', (kind, body, bound) => {
    expect(deviceCheckOf(readIntent(recordOf(kind, { body })))).toEqual(bound);
  });
});
