/** Draws by rule 2: from frozen entries, by what nobody knew when they were frozen; and what a device makes of them. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { drawByRule1, drawByRule2, hashEntries, randomnessOf } from '../../../src/core/draw';
import { secretCommitOf } from '../../../src/core/draw-secret';
import type { Decision, FrozenDraw } from '../../../src/core/draw';
import { checkDraw, fateOf } from '../../../src/core/draw-check';
import type { DrawProof, PublishedDraw } from '../../../src/core/draw-check';
import { ENTRY_BARS } from '../../../src/core/draw-kinds';
import { commitOf } from '../../../src/core/fairness/draws';

const named = (prefix: string, count: number, digits = 0): string[] =>
  Array.from({ length: count }, (_, n) => prefix + String(n).padStart(digits, '0'));
const hashOf = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

/** Round 42 of the League of Entropy's quicknet, as it is published. */
const CHAIN = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971';
const SIGNATURE = '95a9f9f5b231b7714de1553105d8ffdf3dcda24cfdb1e689319bccf79a9c8ce430a91b811fbfaf763900bc998b5d686a';
const RANDOMNESS = '8ada64bae5c6c0f5540a6a13af56e663240edfbd2c76ac6a8f27671eb7259ce3';
const ENTRIES = named('E', 200, 3);
const BARS = Object.fromEntries(ENTRIES.filter((_, n) => n % 3 === 0).map((entryId, n) => [entryId, ENTRY_BARS[n % 5] ?? 'closed']));
const BEACON = { source: 'beacon', chain: CHAIN, round: 42, randomness: RANDOMNESS } as const;
const SECRETS = ['00112233445566778899aabbccddeeff', 'f'.repeat(32)] as const;

interface Vector extends FrozenDraw {
  readonly entriesHash: string;
  readonly winners: readonly string[];
  readonly passedOver: readonly string[];
}

/** Made by another implementation, in Python with hashlib and hmac. */
const VECTORS: readonly Vector[] = [
  {
    drawId: 'draw-1', seed: hashOf('ayo'), entryIds: ENTRIES, bars: {}, places: 5, decision: { source: 'platform' },
    entriesHash: '2914cea8b8ca6f7e48f816b7642dbf77c99dbbd01aa0673c01ac2f4c4b315f3c', winners: ['E001', 'E073', 'E123', 'E166', 'E082'], passedOver: [],
  },
  {
    drawId: 'draw-1', seed: hashOf('ayo'), entryIds: ENTRIES, bars: BARS, places: 5, decision: { source: 'platform' },
    entriesHash: 'ca79cdc9b5e4d19515d36c6206ca97088549d64c38a0bad7260be92cd27d6698', winners: ['E149', 'E070', 'E119', 'E074', 'E194'], passedOver: ['E159'],
  },
  {
    drawId: 'draw-2', seed: hashOf('joy'), entryIds: ENTRIES, bars: BARS, places: 5, decision: BEACON,
    entriesHash: 'ca79cdc9b5e4d19515d36c6206ca97088549d64c38a0bad7260be92cd27d6698', winners: ['E056', 'E155', 'E041', 'E065', 'E197'], passedOver: ['E087', 'E021', 'E048'],
  },
  {
    drawId: 'draw-3', seed: hashOf('sunday'), entryIds: ['b', 'a', 'c'], bars: { b: 'closed' }, places: 5, decision: { source: 'admins', secrets: SECRETS },
    entriesHash: 'eb9ac63164e4617504e199b5161e6195da970bcccb5a274974182e2cd781c315', winners: ['a', 'c'], passedOver: ['b'],
  },
];

/** The same from the rules alone, on Node's cryptography. */
function drawAgain({ drawId, seed, entryIds, bars, places, decision }: FrozenDraw): { winners: string[]; passedOver: string[] } {
  const pool = entryIds.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const entriesHash = hashOf(pool.map((id) => (id in bars ? `${id} ${bars[id] ?? ''}` : id)).join('\n'));
  const decides = decision.source === 'platform' ? 'platform'
    : decision.source === 'beacon' ? `beacon ${decision.chain} ${decision.round} ${decision.randomness}`
    : `admins ${decision.secrets[0]} ${decision.secrets[1]}`;
  const key = hashOf(`ayo draw 2\n${drawId}\n${seed}\n${entriesHash}\n${decides}`);
  const words: number[] = [];
  const [winners, passedOver]: [string[], string[]] = [[], []];
  for (let block = 0; winners.length < places && pool.length > 0; ) {
    if (words.length === 0) {
      const bytes = createHmac('sha256', key).update(`${entriesHash}:0:${block}`).digest();
      for (let at = 0; at < bytes.length; at += 4) words.push(bytes.readUInt32BE(at));
      block += 1;
    }
    const word = words.shift() ?? 0;
    if (word >= 2 ** 32 - (2 ** 32 % pool.length)) continue;
    const [id = ''] = pool.splice(word % pool.length, 1);
    (id in bars ? passedOver : winners).push(id);
  }
  return { winners, passedOver };
}

const VARIANTS: readonly ((n: number) => Decision)[] = [
  () => ({ source: 'platform' }),
  (n) => ({ source: 'beacon', chain: CHAIN, round: n + 1, randomness: hashOf(`round ${n}`) }),
  (n) => ({ source: 'admins', secrets: [hashOf(`a ${n}`).slice(32), hashOf(`b ${n}`).slice(32)] }),
];

describe('a draw by rule 2', () => {
  it.each(VECTORS)('decided by $decision.source has the winners of the golden vector', ({ entriesHash, winners, passedOver, ...draw }) => {
    expect(hashEntries(draw.entryIds, draw.bars)).toBe(entriesHash);
    expect(drawByRule2(draw)).toEqual({ winners, passedOver });
  });

  it('is the same by a second implementation, for any entries and whatever decides', () => {
    const start = randomBytes(8).toString('hex');
    for (let n = 0; n < 120; n += 1) {
      const entryIds = named(hashOf(`${start}${n}`).slice(0, 4), 1 + (n % 40));
      const bars = Object.fromEntries(entryIds.filter((_, at) => (at * 7 + n) % 4 === 0).map((entryId) => [entryId, 'closed']));
      const draw = { drawId: `d${n}`, seed: hashOf(`seed ${start} ${n}`), entryIds, bars, places: 5, decision: VARIANTS[n % 3]?.(n) ?? { source: 'platform' as const } };
      expect({ start, n, ...drawByRule2(draw) }).toEqual({ start, n, ...drawAgain(draw) });
    }
  });

  it('has other winners with anything else in it: draw, seed, an entry, a bar, the round, its randomness, a secret', () => {
    const [, , draw, withSecrets] = VECTORS;
    if (draw === undefined || withSecrets === undefined) throw new Error('there are four vectors');
    const changed: Partial<FrozenDraw>[] = [
      { drawId: 'draw-9' }, { seed: hashOf('jo') }, { entryIds: [...ENTRIES, 'E200'] }, { bars: { ...BARS, E001: 'closed' } },
      { bars: { ...BARS, E000: 'excluded' } }, { decision: { ...BEACON, round: 43 } }, { decision: { ...BEACON, randomness: hashOf('x') } },
      { decision: { source: 'platform' } }, { decision: { source: 'admins', secrets: SECRETS } },
    ];
    const results = [{}, ...changed].map((change) => JSON.stringify(drawByRule2({ ...draw, ...change })));
    expect(new Set(results).size).toBe(results.length);
    const swapped = { ...draw, decision: { source: 'admins', secrets: [SECRETS[1], SECRETS[0]] } as const };
    expect(drawByRule2(swapped)).not.toEqual(drawByRule2({ ...draw, decision: { source: 'admins', secrets: SECRETS } }));
  });

  it('takes the randomness of a beacon from its signature, as the beacon publishes both', () => {
    expect(randomnessOf(SIGNATURE)).toBe(RANDOMNESS);
    // Round 5347804 of its default chain, from its documentation.
    expect(randomnessOf('92daf5745411a415b539caebda0b523fa20d4d12b28eb2fe427decdf5dcc976046a9c83b54f1db991fa191ffca8fcbdc07563036664f6ba47dcf00593559286f667574f6b0a2ba0be2683463b5bf3472e5696ac28b75d5b2223dbb98a56c96a3'))
      .toBe('a87619810b1b41e70a01b8f903cf69977e026f80d9fd5e4c197c298a96c61cfe');
    for (const malformed of ['', 'abc', 'zz', SIGNATURE.toUpperCase()]) expect(randomnessOf(malformed), malformed).toBeNull();
  });
});

const NAMED = '2026-11-22T23:00:00.000Z';
const FROZEN = '2026-11-29T19:00:00.000Z';
/** Two had this long to reveal their secrets; the round comes out after that. */
const UNTIL = '2026-11-30T19:00:00.000Z';
const AT = '2026-11-30T19:10:00.000Z';
const PRIZES = [100_000, 50_000];

/** A draw that is over, with its proof. */
function overBy(decision: Decision): { proof: DrawProof; published: PublishedDraw } {
  const draw = { drawId: 'draw-1', seed: hashOf('ayo'), entryIds: ENTRIES, bars: BARS, places: 2, decision };
  const { winners, passedOver } = drawByRule2(draw);
  const beacon = decision.source === 'beacon' ? { chain: decision.chain, round: decision.round, at: AT } : null;
  const secrets = decision.source === 'admins' ? decision.secrets : [];
  return {
    proof: {
      drawId: draw.drawId, seed: draw.seed, entryIds: ENTRIES, bars: BARS, prizes: PRIZES, passedOver, rules: 2,
      decided: {
        attempt: 2, source: decision.source, secrets,
        beacon: beacon === null ? null : { chain: CHAIN, round: 42, signature: SIGNATURE, randomness: RANDOMNESS },
      },
    },
    published: {
      drawId: draw.drawId, rules: 2, closesAt: FROZEN, prizes: PRIZES, commit: commitOf(draw.seed), frozenAt: FROZEN,
      entriesHash: hashEntries(ENTRIES, BARS),
      attempts: [
        {
          number: 1, source: 'admins', namedAt: NAMED, beacon: null, until: UNTIL, voidedAt: UNTIL, voidReason: 'not-revealed',
          commits: ['one', 'two'].map((secret) => ({ commit: secretCommitOf(secret), revealedAt: null })),
        },
        {
          number: 2, source: decision.source, namedAt: UNTIL, beacon, until: null, voidedAt: null, voidReason: null,
          commits: secrets.map((secret) => ({ commit: secretCommitOf(secret), revealedAt: AT })),
        },
      ],
      winners: winners.map((entryId, at) => ({ place: at + 1, entryId, prize: PRIZES[at] ?? 0 })),
      passedOver: passedOver.map((entryId) => ({ entryId, reason: BARS[entryId] ?? '' })),
    },
  };
}

const BY_SECRETS = { source: 'admins', secrets: SECRETS } as const;

describe('checking a draw of rule 2', () => {
  it.each([{ source: 'platform' } as const, BEACON, BY_SECRETS])('finds a right one right that $source decided', (decision) => {
    const { proof, published } = overBy(decision);
    expect(checkDraw(proof, published)).toBe('right');
  });

  const { proof, published } = overBy(BEACON);
  const decided = proof.decided ?? { attempt: 0, source: '', beacon: null, secrets: [] };
  const [first, attempt] = published.attempts ?? [];
  if (first === undefined || attempt === undefined) throw new Error('there are two attempts');

  it('finds a seed that was not committed to, and a rule that was not said', () => {
    expect(checkDraw({ ...proof, seed: hashOf('another') }, published)).toBe('commit');
    expect(checkDraw({ ...proof, seed: 'no seed' }, published)).toBe('commit');
    expect(checkDraw({ ...proof, rules: 1 }, published)).toBe('commit');
    expect(checkDraw(proof, { ...published, rules: 3 })).toBe('unknown');
  });

  it('finds an entry that came, went or got another bar after the closing, and another draw’s proof', () => {
    expect(checkDraw({ ...proof, entryIds: ENTRIES.slice(1) }, published)).toBe('entries');
    expect(checkDraw({ ...proof, entryIds: [...ENTRIES, 'late'] }, published)).toBe('entries');
    expect(checkDraw({ ...proof, entryIds: [...ENTRIES, 'E001'] }, published)).toBe('entries');
    expect(checkDraw({ ...proof, entryIds: [...ENTRIES, 'É'] }, published)).toBe('entries');
    expect(checkDraw({ ...proof, bars: { ...BARS, E001: 'closed' } }, published)).toBe('entries');
    expect(checkDraw({ ...proof, bars: {} }, published)).toBe('entries');
    expect(checkDraw({ ...proof, drawId: 'draw-2' }, published)).toBe('entries');
    expect(checkDraw(proof, { ...published, entriesHash: null })).toBe('entries');
  });

  it('finds that the draw was not decided as named: by another round, chain or source, by a void try, or by none', () => {
    const other = (change: Partial<NonNullable<typeof decided.beacon>>) =>
      ({ ...proof, decided: { ...decided, beacon: decided.beacon && { ...decided.beacon, ...change } } });
    expect(checkDraw(other({ round: 43 }), published)).toBe('source');
    expect(checkDraw(other({ chain: hashOf('another chain') }), published)).toBe('source');
    expect(checkDraw({ ...proof, decided: { ...decided, source: 'platform' } }, published)).toBe('source');
    expect(checkDraw({ ...proof, decided: { ...decided, attempt: 1 } }, published)).toBe('source');
    expect(checkDraw({ ...proof, decided: undefined }, published)).toBe('source');
    expect(checkDraw(proof, { ...published, attempts: [] })).toBe('source');
    for (const frozenAt of [AT, null]) expect(checkDraw(proof, { ...published, frozenAt })).toBe('source');
  });

  it('finds a try that was given up without a valid reason or out of order, even when it is not the last', () => {
    const withFirst = (change: object) => checkDraw(proof, { ...published, attempts: [{ ...first, ...change }, attempt] });
    const round = { chain: CHAIN, round: 7, at: '2026-11-29T19:10:00.000Z' };
    const byBeacon = { source: 'beacon', beacon: round, commits: [] };
    expect(withFirst({})).toBe('right');
    const right: object[] = [
      { ...byBeacon, until: '2026-11-30T19:10:00.000Z', voidedAt: '2026-11-30T19:10:01.000Z', voidReason: 'beacon-away' },
      { ...byBeacon, voidedAt: FROZEN, voidReason: 'beacon-early' },
      { ...byBeacon, beacon: { ...round, at: FROZEN }, voidedAt: FROZEN, voidReason: 'frozen-late' },
    ];
    // The second try was named when the first one was given up.
    const named = { ...attempt, namedAt: '2026-11-30T19:10:00.000Z', beacon: attempt.beacon && { ...attempt.beacon, at: '2026-11-30T19:20:00.000Z' } };
    for (const change of right) expect(checkDraw(proof, { ...published, attempts: [{ ...first, ...change }, named] }), JSON.stringify(change)).toBe('right');
    const wrong: object[] = [
      { voidedAt: null, voidReason: null }, { voidReason: null }, { number: 2 }, { until: null }, { until: AT }, { commits: [] },
      { commits: first.commits.map((each) => ({ ...each, revealedAt: AT })) }, { source: 'platform' }, { source: 'beacon', voidReason: 'beacon-away' },
      { ...byBeacon, until: AT, voidedAt: UNTIL, voidReason: 'beacon-away' }, { ...byBeacon, voidReason: 'beacon-early', voidedAt: UNTIL },
      { ...byBeacon, voidReason: 'frozen-late', voidedAt: FROZEN }, { ...byBeacon, voidReason: 'not-revealed' }, { voidedAt: AT, until: FROZEN },
    ];
    for (const change of wrong) expect(withFirst(change), JSON.stringify(change)).toBe('tries');
    expect(withFirst({ voidReason: 'a reason of a newer platform' })).toBe('unknown');
    expect(checkDraw(proof, { ...published, attempts: [first, { ...attempt, namedAt: AT }] })).toBe('tries');
    expect(checkDraw(proof, { ...published, attempts: [{ ...attempt, voidedAt: AT }] })).toBe('tries');
    expect(checkDraw(proof, { ...published, attempts: [first, { ...attempt, voidedAt: AT }] })).toBe('tries');
  });

  it('finds other prizes than were published, by the proof, the list or a winner', () => {
    expect(checkDraw({ ...proof, prizes: [500, 500] }, published)).toBe('prizes');
    expect(checkDraw({ ...proof, prizes: [100_000] }, published)).toBe('prizes');
    expect(checkDraw(proof, { ...published, prizes: [100_000, 500] })).toBe('prizes');
    expect(checkDraw(proof, { ...published, winners: published.winners.map((winner) => ({ ...winner, prize: 500 })) })).toBe('prizes');
  });

  it('finds that a draw names rule 1 after rule 2 came, and a bar that nobody knows', () => {
    const rule1 = { ...published, rules: undefined, attempts: undefined, frozenAt: undefined, entriesHash: undefined };
    const seed = hashOf('ayo');
    const { winners } = drawByRule1(seed, ENTRIES, ENTRIES.length);
    const [winner = ''] = winners.slice(106);
    const old = { drawId: 'draw-1', seed, entryIds: ENTRIES, prizes: [100_000], passedOver: winners.slice(0, 106) };
    const rule1Draw = { ...rule1, prizes: [100_000], winners: [{ place: 1, entryId: winner, prize: 100_000 }] };
    expect(checkDraw(old, rule1Draw)).toBe('rule');
    expect(checkDraw(old, { ...rule1Draw, closesAt: '2026-11-22T19:00:00.000Z' })).toBe('right');
    const bars = { ...BARS, E001: 'because' };
    expect(checkDraw({ ...proof, bars }, { ...published, entriesHash: hashEntries(ENTRIES, bars) })).toBe('unknown');
  });

  it('says what became of an entry', () => {
    expect([fateOf('E001', proof), fateOf('E000', proof), fateOf('late', proof)]).toEqual(['listed', 'has-bar', 'missing']);
    expect(fateOf('E000', { ...proof, bars: { E000: 'because' } })).toBe('no-reason');
    expect(fateOf('E000', { ...proof, rules: 1, bars: undefined, passedOver: ['E000'] })).toBe('no-reason');
  });

  it('finds a randomness that is not that of the signature, and a secret that was not committed to, is missing or too many', () => {
    const forged = hashOf('forged');
    expect(checkDraw({ ...proof, decided: { ...decided, beacon: decided.beacon && { ...decided.beacon, randomness: forged } } }, published)).toBe('randomness');
    expect(checkDraw({ ...proof, decided: { ...decided, beacon: decided.beacon && { ...decided.beacon, signature: `${SIGNATURE}00` } } }, published)).toBe('randomness');
    const bySecrets = overBy(BY_SECRETS);
    const withSecrets = (...secrets: string[]) => checkDraw({ ...bySecrets.proof, decided: { attempt: 2, source: 'admins', beacon: null, secrets } }, bySecrets.published);
    expect(withSecrets(...SECRETS)).toBe('right');
    for (const secrets of [[SECRETS[1], SECRETS[0]], [SECRETS[0]], [SECRETS[0], 'e'.repeat(32)], [...SECRETS, SECRETS[0]], []]) expect(withSecrets(...secrets)).toBe('randomness');
  });

  it('finds other winners, one too few, and somebody who was passed over for another reason, or for none', () => {
    expect(checkDraw(proof, { ...published, winners: published.winners.slice(1) })).toBe('winners');
    expect(checkDraw(proof, { ...published, winners: published.winners.map((winner) => ({ ...winner, entryId: 'E001' })) })).toBe('winners');
    expect(checkDraw(proof, { ...published, passedOver: [] })).toBe('winners');
    expect(checkDraw(proof, { ...published, passedOver: published.passedOver?.map(({ entryId }) => ({ entryId, reason: 'other' })) })).toBe('winners');
  });
});
