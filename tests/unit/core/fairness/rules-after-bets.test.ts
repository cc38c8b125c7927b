/** A platform picks the rules of a round after it has seen the bet: every figure of them stays as it was published, and the bet loses. */
import { createHash, randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { receiptOfIntent } from '../../../../src/bridge/money/intent-ends';
import type { RoundAnswer, RoundSeeds } from '../../../../src/core/contract/games';
import { checkSlice } from '../../../../src/core/fairness/check-slice';
import type { KeptVerdict } from '../../../../src/core/fairness/check-slice';
import { commitOf, drawsFrom } from '../../../../src/core/fairness/draws';
import { mismatchOf, mismatchOfListed, textsOfMismatch } from '../../../../src/core/fairness/intent-mismatch';
import { roundsReport, unprovenCountOf, wrongCountOf } from '../../../../src/core/fairness/rounds-report';
import { engines, steppedEngines } from '../../../../src/core/games/registry';
import { engineOfSheet } from '../../../../src/core/games/rules/engine-of-sheet';
import { enginesWith } from '../../../../src/core/games/rules/rules-engines';
import { RULES_VERSIONS } from '../../../../src/core/games/rules/versions';
import type { Intent, IntentOf } from '../../../../src/core/intent';
import { kobo } from '../../../../src/core/money';
import { intentsStore } from '../../../../src/state/intents';
import { otherSheet } from '../../../support/par-sheets';
import type { OtherSheet } from '../../../support/par-sheets';
import { isLong } from '../../../support/seeds';

const ROUNDS = isLong ? 500 : 150;
const GAME = 'suya-spot';
const STAKE = 10_000;
const OWN = RULES_VERSIONS[GAME] ?? '';
const serverSeed = createHash('sha256').update('rules after bets').digest('hex');
const commit = commitOf(serverSeed);
const at = Date.parse('2026-11-21T09:00:00Z');

const hex = () => randomBytes(16).toString('hex');
const turn = <T>(strip: readonly T[], by: number): readonly T[] => [...strip.slice(by % strip.length), ...strip.slice(0, by % strip.length)];
const stripsOf = ({ sheet }: OtherSheet) => sheet.parameters['strips'] as readonly (readonly string[])[];

/** The published strips, turned: the same return, the same odds. */
const turned = (by: number) => otherSheet(GAME, (sheet) => (sheet.parameters['strips'] = (sheet.parameters['strips'] as string[][]).map((strip, reel) => turn(strip, by * (reel + 1)))));
/** Strips on which nothing pays, with the figures of those that do. */
const empty = otherSheet(GAME, (sheet) => {
  const [low = [], other = []] = [0, 3].map((from) => (sheet.parameters['symbols'] as string[]).slice(-6).slice(from, from + 3));
  sheet.parameters['strips'] = (sheet.parameters['strips'] as string[][]).map((strip, reel) => strip.map((_, stop) => (reel % 2 === 0 ? low : other)[stop % 3]));
});
/** Rules that no program of this build plays. */
const unplayable = otherSheet(GAME, (sheet) => (sheet.method = 'slots/2'));

const turns = new Map<number, OtherSheet>();
function turnedBy(by: number): OtherSheet {
  const sheet = turns.get(by) ?? turned(by);
  turns.set(by, sheet);
  return sheet;
}

interface BetSeeds {
  readonly clientSeed: string;
  readonly nonce: number;
}

function playedBy(by: OtherSheet | null, seeds: BetSeeds): { readonly outcome: unknown; readonly win: number } {
  const engine = by === null ? engines.get(GAME) : engineOfSheet(by.sheet);
  if (engine === null || engine === undefined || !('playUnchecked' in engine)) return { outcome: { stops: [0, 0, 0, 0, 0] }, win: 0 };
  const played = engine.playUnchecked({ stake: kobo(STAKE), bet: {}, draws: drawsFrom({ serverSeed, ...seeds }) });
  if (!played.ok) throw new Error('it must play');
  return played;
}

/** The rules under which this bet pays nothing. */
type Pick = (seeds: BetSeeds) => OtherSheet;
const PICKS: readonly (readonly [string, Pick])[] = [
  ['whose strips are turned', (seeds) => {
    for (let by = 1; ; by += 1) if (playedBy(turnedBy(by), seeds).win === 0) return turnedBy(by);
  }],
  ['on which nothing pays, with the figures of the published ones', () => empty],
  ['of a method that the app does not know', () => unplayable],
];

/** How the bet had noted the rules: sent with it, written down on the device alone, or not at all, as older versions of the app. */
type Noted = 'sent' | 'kept' | 'not';

function bet(nth: number, pick: Pick | null, noted: Noted): IntentOf<'round'> {
  const seeds: RoundSeeds = { commit, clientSeed: 'mine', nonce: nth, part: hex(), ...(noted === 'sent' && { rules: OWN }) };
  const draw = { clientSeed: `mine ${seeds.part}`, nonce: nth };
  const by = pick?.(draw) ?? null;
  const { outcome, win } = playedBy(by, draw);
  const answer: RoundAnswer = {
    roundId: `r${nth}`, gameId: GAME, state: 'ended', step: 0, stake: STAKE / 100, currency: 'NGN', outcome, win: win / 100, balance: 0, version: 1,
    fairness: { commit, ...draw, rules: by?.version ?? OWN }, bet: {}, at: new Date(at + nth).toISOString(),
  };
  const body = { stake: STAKE / 100, currency: 'NGN' as const, bet: {}, seeds, ...(noted === 'kept' && { rules: OWN }) };
  return { key: `k${nth}`, kind: 'round', userId: 'ada', gameId: GAME, body, state: 'confirmed', at: at + nth, sentAt: at + nth, answer, refusal: null };
}

/** Returns the device's finding about each answer at once, and its check's verdict once the secret is public. */
async function findings(intents: readonly IntentOf<'round'>[]) {
  const breaks = intents.map((intent) => intent.answer && mismatchOf(intent, intent.answer, intents));
  const receipts = intents.flatMap((intent) => receiptOfIntent(intent) ?? []);
  const engineMap = await enginesWith(crypto.subtle, [empty, unplayable, ...turns.values()].map(({ sheet }) => sheet));
  const verdicts = await checkSlice(crypto.subtle, engineMap, [{ commit, serverSeed, clientSeed: 'mine' }], receipts);
  const rounds = receipts.map((each, nth) => ({
    ...each, verdict: verdicts[nth] ?? ('malformed' as const), ruleSet: each.rules === OWN ? ('own' as const) : ('other' as const), isSealed: true,
  }));
  return { breaks, verdicts, report: roundsReport({ rounds, pairs: [{ commit, clientSeed: 'mine', nonce: intents.length, serverSeed }], open: [] }) };
}

const bets = (pick: Pick | null, noted: Noted) => Array.from({ length: ROUNDS }, (_, nth) => bet(nth, pick, noted));
const all = <T>(value: T): T[] => Array.from({ length: ROUNDS }, () => value);

afterEach(() => intentsStore.setState({ byKey: {} }));

describe(`${ROUNDS} bets that lose by rules which were chosen after them`, () => {
  it.each(PICKS)('are caught in each round, as its answer comes and in the check: rules %s', async (_what, pick) => {
    for (const noted of ['sent', 'kept'] as const) {
      const intents = bets(pick, noted);
      expect(intents.filter(({ answer }) => answer?.win === 0)).toHaveLength(ROUNDS);
      const { breaks, verdicts, report } = await findings(intents);
      expect(breaks).toEqual(all('rules'));
      expect(verdicts).toEqual(all('not-as-sent'));
      expect(report).toMatchObject({ fitCount: 0, wrongCount: ROUNDS });
    }
  });

  it.each([['unnoted-rules', 0], ['unnoted-rules', 1], ['other-rules', 2]] as const)('never count as drawn right where an older version of the app had noted nothing: %s', async (verdict, nth) => {
    const { verdicts, report } = await findings(bets(PICKS[nth]?.[1] ?? null, 'not'));
    expect(verdicts).toEqual(all<KeptVerdict>(verdict));
    expect([report.fitCount, report.wrongCount, unprovenCountOf(report)]).toEqual([0, 0, ROUNDS]);
  });

  it('are found among those that an honest platform would have answered alike', async () => {
    const honest = bets(null, 'sent');
    const { breaks, report } = await findings(honest);
    expect(breaks).toEqual(all(null));
    expect(report).toMatchObject({ fitCount: ROUNDS, wrongCount: 0 });
    const [, pickTurned] = PICKS[0] ?? [];
    const winners = honest.flatMap(({ answer }, nth) => ((answer?.win ?? 0) > 0 ? [nth] : []));
    const mixed = honest.map((intent, nth) => (winners.includes(nth) ? bet(nth, pickTurned ?? null, 'sent') : intent));
    const found = await findings(mixed);
    expect(winners.length).toBeGreaterThan(ROUNDS / 10);
    expect(found.breaks.flatMap((mismatch, nth) => (mismatch === 'rules' ? [nth] : []))).toEqual(winners);
    expect(found.report.pairs.map(wrongCountOf)).toEqual([winners.length]);
  });

  it('have strips with the same symbols, so that no figure tells them apart', () => {
    const counts = (by: OtherSheet) => stripsOf(by).map((strip) => strip.toSorted());
    expect(counts(turnedBy(1))).toEqual(counts(otherSheet(GAME, () => undefined)));
    expect(turnedBy(1).sheet.figures).toEqual(empty.sheet.figures);
  });
});

describe('an answer to a bet that named its rules', () => {
  const changed = (intent: IntentOf<'round'>, rules: string | undefined): RoundAnswer => {
    if (intent.answer === null) throw new Error('it was answered');
    const { commit: drawn, clientSeed, nonce } = intent.answer.fairness;
    return { ...intent.answer, fairness: { commit: drawn, clientSeed, nonce, ...(rules !== undefined && { rules }) } };
  };

  it('has to name them', () => {
    const sent = bet(0, null, 'sent');
    expect(mismatchOf(sent, changed(sent, undefined), [])).toBe('rules');
    expect(textsOfMismatch('rules', sent, changed(sent, 'f'.repeat(64)), [])).toEqual({ expected: OWN, answered: 'f'.repeat(64) });
  });

  it('names none on a platform that knows no versions, and is checked by the rules of the app', async () => {
    const intents = bets(null, 'kept').map((intent): IntentOf<'round'> => ({ ...intent, answer: changed(intent, undefined) }));
    const { breaks, report } = await findings(intents);
    expect(breaks).toEqual(all(null));
    expect(report).toMatchObject({ fitCount: ROUNDS, wrongCount: 0 });
  });
});

describe('a round of several steps', () => {
  const seeds = { commit, clientSeed: 'mine', nonce: 0 };
  const other = otherSheet('mines', ({ parameters }) => (parameters['back'] = '1/2')).version;
  const own = RULES_VERSIONS['mines'] ?? '';
  const openCell = (cell: number) => ({ kind: 'open', cell });
  const safe = Array.from({ length: 25 }, (_, cell) => cell).filter((cell) => !roundAt([openCell(cell)]).isOver).slice(0, 2);

  function roundAt(actions: readonly unknown[]) {
    const run = steppedEngines.get('mines')?.runUnchecked({ stake: kobo(STAKE), bet: { mines: 3 }, draws: drawsFrom({ serverSeed, clientSeed: 'mine', nonce: 0 }), actions, abandoned: false });
    if (run?.ok !== true) throw new Error('mines must run');
    return run;
  }
  function answerAt(actions: readonly Record<string, unknown>[], rules: string): RoundAnswer {
    const run = roundAt(actions);
    return {
      roundId: 'r', gameId: 'mines', state: run.isOver ? 'ended' : 'open', step: actions.length, stake: 100, firstStake: 100, currency: 'NGN', outcome: run.view,
      win: run.win / 100, balance: 0, version: 1, fairness: { ...seeds, rules }, bet: { mines: 3 }, actions: [...actions],
      abandoned: false, at: new Date(at).toISOString(),
    };
  }
  const base = { userId: 'ada', state: 'confirmed', at, sentAt: at, refusal: null } as const;
  const begun = (rules: string): IntentOf<'round'> =>
    ({ ...base, key: 'start', kind: 'round', gameId: 'mines', body: { stake: 100, currency: 'NGN', bet: { mines: 3 }, seeds: { ...seeds, rules: own } }, answer: answerAt([], rules) });
  const step = (answer: RoundAnswer, saw = own): IntentOf<'action'> => ({
    ...base, key: 'step', kind: 'action', gameId: 'mines', answer,
    body: { roundId: 'r', step: 0, action: openCell(safe[0] ?? 0), seeds: { ...seeds, rules: saw }, before: { actions: [], stake: 100 } },
  });
  const opened = (rules: string) => answerAt([openCell(safe[0] ?? 0)], rules);
  const broken = (intents: readonly (IntentOf<'round'> | IntentOf<'action'>)[]) => {
    const last = intents.at(-1) as Extract<Intent, { kind: 'round' | 'action' }>;
    return last.answer && mismatchOf(last, last.answer, intents);
  };

  it('keeps the rules that it began with, in each step and where it is told later', () => {
    expect(broken([begun(own)])).toBeNull();
    expect(broken([begun(own), step(opened(own))])).toBeNull();
    expect(broken([begun(other)])).toBe('rules');
    expect(broken([begun(own), step(opened(other))])).toBe('rules');
    // The platform had told other rules in a list before, so the player saw it with those.
    expect(broken([begun(own), step(opened(other), other)])).toBe('rules');
    expect(mismatchOfListed(opened(other), [begun(own)])).toBe('rules');
    expect(mismatchOfListed(opened(own), [begun(own)])).toBeNull();
  });

  it('that another device began keeps those that this one saw', () => {
    expect(broken([step(opened(other))])).toBe('rules');
    const pressed = step(opened(other));
    expect(textsOfMismatch('rules', pressed, opened(other), [])).toEqual({ expected: own, answered: other });
  });
});
