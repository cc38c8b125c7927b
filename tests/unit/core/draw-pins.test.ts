/** A platform that lies about a draw, to a device that saw it before: whatever the device saw stays. */
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { drawByRule1, drawByRule2, hashEntries } from '../../../src/core/draw';
import type { Decision } from '../../../src/core/draw';
import { checkDraw } from '../../../src/core/draw-check';
import type { DrawProof } from '../../../src/core/draw-check';
import { contradictionOf, earlySight, pinOf, pinOfFormer } from '../../../src/core/draw-pins';
import type { DrawPin, SeenDraw } from '../../../src/core/draw-pins';
import { secretCommitOf } from '../../../src/core/draw-secret';
import type { NamedAttempt } from '../../../src/core/draw-tries';
import { judgeDraw } from '../../../src/core/draw-verdict';
import { commitOf } from '../../../src/core/fairness/draws';

const DAY_MS = 24 * 60 * 60_000;
const OPENS = '2026-11-22T23:00:00.000Z';
const CLOSES = '2026-11-29T19:00:00.000Z';
const FROZEN = '2026-11-29T19:00:05.000Z';
const later = (instant: string, ms: number): string => new Date(Date.parse(instant) + ms).toISOString();
const ROUND_AT = later(CLOSES, 10 * 60_000);
const [OPEN_MS, HELD_MS] = [Date.parse(CLOSES) - DAY_MS, Date.parse(FROZEN) + 60_000];

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const SEED = hex(32);
const ENTRIES = Array.from({ length: 60 }, () => hex(8));
const FRIEND = ENTRIES[17] ?? '';
const PRIZES = [100_000, 50_000];

const attempt = (more: Partial<NamedAttempt>): NamedAttempt =>
  ({ number: 1, source: 'platform', namedAt: OPENS, beacon: null, until: null, commits: [], voidedAt: null, voidReason: null, ...more });
const beaconTry = (round: number, more: Partial<NamedAttempt> = {}): NamedAttempt =>
  attempt({ source: 'beacon', beacon: { chain: 'c', round, at: later(ROUND_AT, (round - 1_000) * 3_000) }, until: later(ROUND_AT, DAY_MS), ...more });
const byAdmins = (secrets: readonly string[], revealedAt: string | null, more: Partial<NamedAttempt> = {}): NamedAttempt =>
  attempt({ source: 'admins', commits: secrets.map((secret) => ({ commit: secretCommitOf(secret), revealedAt })), ...more });

const open = (...attempts: NamedAttempt[]): SeenDraw => ({
  drawId: 'd1', week: '2026-11-23', closesAt: CLOSES, commit: commitOf(SEED), prizes: PRIZES, rules: 2, frozenAt: null, entriesHash: null, attempts,
  drawnAt: null, winners: [], passedOver: [],
});
const held = (...attempts: NamedAttempt[]): SeenDraw => ({ ...open(...attempts), frozenAt: FROZEN, entriesHash: hashEntries(ENTRIES) });

/** Returns the pins that the device has after these sights, one after the other. */
function pinsOf(...sights: readonly (readonly [SeenDraw, number])[]): readonly DrawPin[] {
  const pin = sights.reduce<DrawPin | undefined>((before, [draw, nowMs]) => pinOf(draw, nowMs, before), undefined);
  return pin === undefined ? [] : [pin];
}

/** The part of the draw that is another one now. */
const contradicted = (pins: readonly DrawPin[], draw: SeenDraw): string | undefined => contradictionOf(pins, draw)?.split(' ')[0];

/** A draw that is over, decided by that, with the proof that goes with it. */
function over(before: SeenDraw, decision: Decision, prizes: readonly number[] = PRIZES): { readonly draw: SeenDraw; readonly proof: DrawProof } {
  const { winners } = drawByRule2({ drawId: 'd1', seed: SEED, entryIds: ENTRIES, bars: {}, places: prizes.length, decision });
  const number = before.attempts?.length ?? 0;
  return {
    draw: {
      ...before, prizes, drawnAt: later(FROZEN, 2 * DAY_MS),
      winners: winners.map((entryId, at) => ({ place: at + 1, entryId, prize: prizes[at] ?? 0 })),
    },
    proof: {
      drawId: 'd1', seed: SEED, entryIds: ENTRIES, prizes, passedOver: [], rules: 2, bars: {},
      decided: {
        attempt: number, source: decision.source, secrets: decision.source === 'admins' ? decision.secrets : [],
        beacon: decision.source === 'beacon' ? { chain: 'c', round: decision.round, signature: signatureOf(decision.round), randomness: decision.randomness } : null,
      },
    },
  };
}

const signatureOf = (round: number): string => createHash('sha256').update(`signature ${round}`).digest('hex');
const roundOf = (round: number): Decision =>
  ({ source: 'beacon', chain: 'c', round, randomness: createHash('sha256').update(Buffer.from(signatureOf(round), 'hex')).digest('hex') });
const bySecrets = ([first = '', second = '']: readonly string[]): Decision => ({ source: 'admins', secrets: [first, second] });

/** The first of these by which the friend wins. */
function chosen<T>(next: () => T, decisionOf: (each: T) => Decision): T {
  for (;;) {
    const each = next();
    if (drawByRule2({ drawId: 'd1', seed: SEED, entryIds: ENTRIES, bars: {}, places: 1, decision: decisionOf(each) }).winners[0] === FRIEND) return each;
  }
}

describe('a platform that chooses the winner', () => {
  it('by other secrets than the two whose seals the device saw is found, and fits the check alone', () => {
    const sealed = [hex(16), hex(16)];
    const pins = pinsOf([open(byAdmins(sealed, null)), OPEN_MS], [held(byAdmins(sealed, null)), HELD_MS]);
    const secrets = chosen(() => [hex(16), hex(16)], bySecrets);
    const { draw, proof } = over(held(byAdmins(secrets, FROZEN)), bySecrets(secrets));
    expect(draw.winners[0]?.entryId).toBe(FRIEND);
    expect(checkDraw(proof, draw)).toBe('right');
    expect(contradicted(pins, draw)).toBe('tries');
    // One of the two is enough.
    expect(contradicted(pinsOf([open(byAdmins(sealed.slice(0, 1), null)), OPEN_MS]), draw)).toBe('tries');
    const honest = over(held(byAdmins(sealed, FROZEN)), bySecrets(sealed));
    expect([contradicted(pins, honest.draw), checkDraw(honest.proof, honest.draw)]).toEqual([undefined, 'right']);
  });

  it('is found when a later round decides than the one that the device saw named', () => {
    const given = beaconTry(1_000, { voidedAt: later(ROUND_AT, DAY_MS), voidReason: 'beacon-away' });
    const second = (round: number) => beaconTry(round, { number: 2, namedAt: later(ROUND_AT, DAY_MS), until: later(ROUND_AT, 3 * DAY_MS) });
    const pins = pinsOf([held(beaconTry(1_000)), HELD_MS], [held(given, second(40_000)), Date.parse(ROUND_AT) + DAY_MS + 1]);
    let round = 30_000;
    round = chosen(() => (round += 1), roundOf);
    const { draw, proof } = over(held(given, second(round)), roundOf(round));
    expect(draw.winners[0]?.entryId).toBe(FRIEND);
    expect(checkDraw(proof, draw)).toBe('right');
    expect(contradicted(pins, draw)).toBe('tries');
    const honest = over(held(given, second(40_000)), roundOf(40_000));
    expect([contradicted(pins, honest.draw), checkDraw(honest.proof, honest.draw)]).toEqual([undefined, 'right']);
  });

  it('is found when it gives up a try that the device saw decided, still running at the freezing, or given up for another reason', () => {
    const next = byAdmins([hex(16), hex(16)], FROZEN, { number: 2 });
    const gone = (of: NamedAttempt, voidReason: string) => ({ ...of, voidedAt: FROZEN, voidReason });
    const [secrets, round] = [[hex(16), hex(16)], beaconTry(1_000)];
    const found = (sight: SeenDraw, first: NamedAttempt) => {
      const last = over(held(first, next), bySecrets(secrets)).draw;
      const pins = pinsOf([sight, HELD_MS]);
      // Seen again after it was given up, it is still not what the device saw first.
      return [contradicted(pins, last), contradicted(pinsOf([sight, HELD_MS], [held(first, next), HELD_MS + 1]), last)];
    };
    // The list itself shows that the secrets were revealed, so any device finds this without a pin.
    const { draw, proof } = over(held(gone(byAdmins(secrets, FROZEN), 'not-revealed'), next), bySecrets(secrets));
    expect(checkDraw(proof, draw)).toBe('tries');
    expect(found(held(byAdmins(secrets, FROZEN)), gone(byAdmins(secrets, null), 'not-revealed'))).toEqual(['tries', 'tries']);
    for (const reason of ['beacon-early', 'frozen-late']) expect(found(held(round), gone(round, reason)), reason).toEqual(['tries', 'tries']);
    expect(found(held(gone(round, 'beacon-away')), gone(round, 'beacon-early'))).toEqual(['tries', 'tries']);
    expect(found(held(gone(round, 'beacon-away')), round)).toEqual(['tries', 'tries']);
    expect(found(held(round), gone(round, 'beacon-away'))).toEqual([undefined, undefined]);
    expect(found(open(round), gone(round, 'frozen-late'))).toEqual([undefined, undefined]);
  });

  it('is found when a try is gone from the list, a round is due at another time, or the entries were frozen otherwise', () => {
    const pins = pinsOf([held(beaconTry(1_000)), HELD_MS]);
    const { draw } = over(held(beaconTry(1_000)), roundOf(1_000));
    expect(contradicted(pins, draw)).toBeUndefined();
    expect(contradicted(pins, { ...draw, attempts: [] })).toBe('tries');
    expect(contradicted(pins, { ...draw, attempts: [beaconTry(1_000, { beacon: { chain: 'c', round: 1_000, at: later(ROUND_AT, DAY_MS) } })] })).toBe('tries');
    expect(contradicted(pins, { ...draw, frozenAt: CLOSES })).toBe('terms');
    expect(contradicted(pins, { ...draw, entriesHash: hashEntries(ENTRIES.slice(1)) })).toBe('entries');
    expect(contradicted(pins, { ...draw, entriesHash: null })).toBe('entries');
    expect(contradicted(pins, { ...draw, commit: commitOf(hex(32)) })).toBe('commit');
  });

  it('by another draw for the same week is found, and the next week’s draw is another one', () => {
    const { draw } = over(held(attempt({})), { source: 'platform' });
    const pins = pinsOf([open(attempt({})), OPEN_MS]);
    expect(contradicted(pins, { ...draw, drawId: 'd2' })).toBe('draw');
    expect(contradicted([...pins, ...pinsOf([{ ...draw, drawId: 'd2' }, HELD_MS])], { ...draw, drawId: 'd2' })).toBe('draw');
    expect(contradicted(pins, { ...draw, drawId: 'd2', week: '2026-11-30' })).toBeUndefined();
  });
});

describe('a platform that', () => {
  it('shrinks the prizes is found, and fits the check alone', () => {
    const pins = pinsOf([open(attempt({})), OPEN_MS]);
    const { draw, proof } = over(held(attempt({})), { source: 'platform' }, [500]);
    expect(checkDraw(proof, draw)).toBe('right');
    expect(contradicted(pins, draw)).toBe('terms');
    expect(contradicted(pins, { ...over(held(attempt({})), { source: 'platform' }).draw, closesAt: later(CLOSES, DAY_MS) })).toBe('terms');
  });

  it('goes back to rule 1, by which it passes over whom it likes, is found by the device that saw rule 2, and by any other', () => {
    const order = drawByRule1(SEED, ENTRIES, ENTRIES.length).winners;
    const passedOver = order.slice(0, order.indexOf(FRIEND));
    const { rules: _, frozenAt: __, entriesHash: ___, attempts: ____, ...rest } = open();
    const draw = { ...rest, prizes: [100_000], drawnAt: FROZEN, winners: [{ place: 1, entryId: FRIEND, prize: 100_000 }] };
    const proof = { drawId: 'd1', seed: SEED, entryIds: ENTRIES, prizes: [100_000], passedOver };
    expect(checkDraw(proof, draw)).toBe('rule');
    // Before, by the clock, it would fit: there the device has to have seen it.
    const earlier = { ...draw, closesAt: '2026-11-22T19:00:00.000Z' };
    expect(checkDraw(proof, earlier)).toBe('right');
    expect(contradicted(pinsOf([{ ...open(), ...earlier, rules: 2, drawnAt: null, winners: [] }, OPEN_MS]), earlier)).toBe('rules');
    // A platform that was upgraded went on by the next rule.
    expect(contradicted(pinsOf([{ ...earlier, drawnAt: null, winners: [] }, OPEN_MS]), { ...earlier, rules: 2 })).toBeUndefined();
  });
});

describe('what a device saw', () => {
  const sightsOf = (...sights: readonly (readonly [SeenDraw, number])[]) => {
    const [pin = null] = pinsOf(...sights);
    const early = (...whats: string[]) => earlySight(pin, ...whats);
    return { open: early('commit', 'terms'), named: early('tries 1'), seals: early('tries 1 seal 0', 'tries 1 seal 1'), hash: early('entries') };
  };
  const none = { open: null, named: null, seals: null, hash: null };
  const secrets = [hex(16), hex(16)];
  const DUE_MS = Date.parse(ROUND_AT);

  it('counts as seen before only while nobody could know the result', () => {
    expect(sightsOf([open(beaconTry(1_000)), OPEN_MS], [held(beaconTry(1_000)), HELD_MS]))
      .toEqual({ open: OPEN_MS, named: OPEN_MS, seals: null, hash: HELD_MS });
    expect(sightsOf([held(beaconTry(1_000)), HELD_MS])).toEqual({ ...none, named: HELD_MS, hash: HELD_MS });
    expect(sightsOf([held(beaconTry(1_000)), DUE_MS])).toEqual(none);
    expect(sightsOf([over(held(beaconTry(1_000)), roundOf(1_000)).draw, OPEN_MS])).toEqual(none);
    expect(sightsOf([held(byAdmins(secrets, null)), HELD_MS])).toEqual({ ...none, named: HELD_MS, seals: HELD_MS, hash: HELD_MS });
    expect(sightsOf([held(byAdmins(secrets.slice(0, 1), null)), HELD_MS])).toEqual({ ...none, named: HELD_MS, hash: HELD_MS });
    const [first, second] = byAdmins(secrets, FROZEN).commits;
    const oneOpen = attempt({ source: 'admins', commits: first === undefined || second === undefined ? [] : [first, { ...second, revealedAt: null }] });
    expect(sightsOf([held(oneOpen), HELD_MS])).toEqual({ ...none, named: HELD_MS, hash: HELD_MS });
    expect(sightsOf([held(byAdmins(secrets, FROZEN)), HELD_MS])).toEqual(none);
    // The platform knows its own seed: what it shows once it has the entries says nothing.
    expect(sightsOf([open(attempt({})), OPEN_MS])).toEqual({ ...none, open: OPEN_MS, named: OPEN_MS });
    expect(sightsOf([held(attempt({})), HELD_MS])).toEqual(none);
    expect(sightsOf([open(attempt({})), Date.parse(CLOSES)])).toEqual(none);
  });

  it('stays as it was first', () => {
    const [first] = pinsOf([open(byAdmins(secrets, null)), OPEN_MS], [held(byAdmins(secrets, null)), HELD_MS]);
    const other = [hex(16), hex(16)];
    const falseDraw = { ...held(byAdmins(other, null)), commit: 'other', prizes: [1], entriesHash: 'other', frozenAt: CLOSES, week: '2026-11-16' };
    expect(first && pinOf(falseDraw, HELD_MS + 1, first)).toEqual(first);
    expect(first && pinOf({ ...falseDraw, attempts: [], entriesHash: null }, OPEN_MS, first)).toEqual(first);
  });

  const FORMER = { drawId: 'd1', commit: 'other', named: null, entriesHash: null, hashSeenAt: null, isHashEarly: false };

  it('is compared although an earlier version of the app stored it, and is completed the next time', () => {
    const before = pinOfFormer({
      drawId: 'd1', commit: commitOf(SEED), named: 'beacon c 1000', entriesHash: hashEntries(ENTRIES), hashSeenAt: HELD_MS, isHashEarly: true,
    });
    const { draw } = over(held(beaconTry(1_000)), roundOf(1_000));
    expect(contradicted([before], draw)).toBeUndefined();
    expect(contradicted([before], { ...draw, commit: 'other' })).toBe('commit');
    expect(contradicted([before], { ...draw, entriesHash: 'other' })).toBe('entries');
    expect(contradicted([before], { ...draw, attempts: [beaconTry(1_001)] })).toBe('tries');
    expect([earlySight(before, 'entries'), earlySight(before, 'commit')]).toEqual([HELD_MS, null]);
    const after = pinOf(held(beaconTry(1_000)), HELD_MS + 1, before);
    expect(after.sights).toMatchObject(before.sights);
    expect([earlySight(after, 'entries'), earlySight(after, 'tries 1'), earlySight(after, 'commit')]).toEqual([HELD_MS, HELD_MS + 1, null]);
    expect(contradicted([after], { ...draw, prizes: [1] })).toBe('terms');
    // While entries are open still, the commit counts as seen before from then on.
    expect(earlySight(pinOf(open(beaconTry(1_000)), OPEN_MS, pinOfFormer({ ...FORMER, commit: commitOf(SEED) })), 'commit')).toBe(OPEN_MS);
    expect(earlySight(pinOf(open(beaconTry(1_000)), OPEN_MS, pinOfFormer(FORMER)), 'commit')).toBeNull();
  });
});

describe('the player’s own entry', () => {
  const { draw, proof } = over(held(attempt({})), { source: 'platform' });
  const pins = pinsOf([open(attempt({})), OPEN_MS]);
  const [own = '', other = ''] = ENTRIES;
  const judged = (of: Partial<DrawProof>, ...ownEntryIds: string[]) => judgeDraw({ draw, proof: { ...proof, ...of }, pins, ownEntryIds });

  it('is found missing in the list, even if the list fits its fingerprint and has another entry that the platform calls the player’s', () => {
    expect(judged({}, own)).toMatchObject({ is: 'right', own: { fate: 'listed', bar: null } });
    expect(judged({})).toMatchObject({ is: 'right', own: null });
    expect(judged({}, 'an-entry-of-before')).toMatchObject({ is: 'own', own: { fate: 'missing' } });
    expect(judged({}, own, 'an-entry-of-before')).toMatchObject({ is: 'own' });
  });

  it('is found passed over for a reason that the rules do not have', () => {
    const frozen = (bars: Readonly<Record<string, string>>) => {
      const lists = { ...draw, entriesHash: hashEntries(ENTRIES, bars) };
      return judgeDraw({ draw: lists, proof: { ...proof, bars }, pins: [], ownEntryIds: [own] });
    };
    expect(frozen({ [own]: 'because' })).toMatchObject({ is: 'own', own: { fate: 'no-reason' } });
    expect(frozen({ [own]: 'unverified' })).toMatchObject({ own: { fate: 'has-bar', bar: 'unverified' } });
    expect(frozen({ [other]: 'because' })).toMatchObject({ is: 'unknown' });
  });

  it('matters only where the draw is as the device saw it before', () => {
    expect(judgeDraw({ draw: { ...draw, prizes: [1] }, proof, pins, ownEntryIds: ['an-entry-of-before'] })).toEqual({ is: 'seen', what: 'terms' });
  });
});
