/** A round is checked by the rules that it names, whatever this build plays now. */
import { webcrypto } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkSlice } from '../../../../src/core/fairness/check-slice';
import type { KeptRound, KeptVerdict } from '../../../../src/core/fairness/check-slice';
import { commitOf, drawsFrom } from '../../../../src/core/fairness/draws';
import { sheetVersion } from '../../../../src/core/fairness/sheet-version';
import { roundsReport } from '../../../../src/core/fairness/rounds-report';
import type { CheckedRound } from '../../../../src/core/fairness/rounds-report';
import { engineOfSheet } from '../../../../src/core/games/rules/engine-of-sheet';
import { enginesWith } from '../../../../src/core/games/rules/rules-engines';
import { RULES_VERSIONS } from '../../../../src/core/games/rules/versions';
import { kobo } from '../../../../src/core/money';
import { PAR_SHEETS } from '../../../../server/games/par-sheets';
import { otherSheet } from '../../../support/par-sheets';
import type { OtherSheet } from '../../../support/par-sheets';

const { subtle } = webcrypto;
const serverSeed = 'ab'.repeat(32);
const commit = commitOf(serverSeed);
const clientSeed = 'mine';
const GAME = 'adire-gold';
const NONCES = Array.from({ length: 60 }, (_, nonce) => nonce);

const own: OtherSheet = otherSheet(GAME, () => undefined);
/** The strips of before: the first reel's the other way round, so that nothing else is changed. */
const older = otherSheet(GAME, ({ parameters }) => {
  const [first = [], ...others] = parameters['strips'] as string[][];
  parameters['strips'] = [first.toReversed(), ...others];
});
const unplayable = otherSheet(GAME, (sheet) => (sheet.method = 'slots/2'));

/** As a platform answers that plays by one sheet and names another version. */
function round(nonce: number, by: OtherSheet, rules: string | undefined, change: Partial<KeptRound> = {}): KeptRound {
  const engine = engineOfSheet(by.sheet);
  const played = engine !== null && 'playUnchecked' in engine
    ? engine.playUnchecked({ stake: kobo(10_000), bet: {}, draws: drawsFrom({ serverSeed, clientSeed, nonce }) }) : null;
  if (!played?.ok) throw new Error('it must play');
  const { outcome, win } = played;
  return { roundId: `r${nonce}`, gameId: by.gameId, commit, clientSeed, nonce, rules, stake: 10_000, bet: {}, outcome, win, at: nonce, ...change };
}

async function verdicts(rounds: readonly KeptRound[], sheets: readonly OtherSheet['sheet'][] = []): Promise<readonly KeptVerdict[]> {
  return checkSlice(subtle, await enginesWith(subtle, sheets), [{ commit, serverSeed, clientSeed }], rounds);
}
const all = (verdict: KeptVerdict) => NONCES.map(() => verdict);
const rounds = (by: OtherSheet, rules: string | undefined, isNoted = false) =>
  NONCES.map((nonce) => round(nonce, by, rules, isNoted ? { seeds: { commit, clientSeed, nonce, rules } } : {}));

beforeAll(() => {
  // The tests below prove something only when the two rules give different wins.
  expect(NONCES.filter((nonce) => round(nonce, own, '').win !== round(nonce, older, '').win).length).toBeGreaterThan(5);
});

describe('a round that names its rules', () => {
  it('is checked by those of this build where it names them, and where it names none', async () => {
    expect(own.version).toBe(RULES_VERSIONS[GAME]);
    expect(await verdicts(rounds(own, own.version))).toEqual(all('ok'));
    expect(await verdicts(rounds(own, undefined))).toEqual(all('ok'));
  });

  it('is checked by a sheet of other rules once the device has it, and by nothing before', async () => {
    expect(await verdicts(rounds(older, older.version))).toEqual(all('no-rules'));
    expect(await verdicts(rounds(older, older.version, true), [older.sheet])).toEqual(all('ok'));
  });

  it('does not fit where nobody had noted them before the bet: a platform may have chosen them for it', async () => {
    expect(await verdicts(rounds(older, older.version), [older.sheet])).toEqual(all('unnoted-rules'));
    const noted = (rules: string): Partial<KeptRound> => ({ seeds: { commit, clientSeed, nonce: 0, rules } });
    expect(await verdicts([round(0, older, older.version, noted(own.version)), round(0, own, undefined, noted(own.version))], [older.sheet])).toEqual(['not-as-sent', 'not-as-sent']);
  });

  it('is wrong where the platform played by other strips than those of the sheet', async () => {
    const count = async (by: OtherSheet, rules: string) => (await verdicts(rounds(by, rules), [older.sheet])).filter((verdict) => verdict === 'differs').length;
    const differing = NONCES.filter((nonce) => JSON.stringify(round(nonce, own, '').outcome) !== JSON.stringify(round(nonce, older, '').outcome)).length;
    expect(differing).toBeGreaterThan(5);
    expect([await count(older, own.version), await count(own, older.version)]).toEqual([differing, differing]);
  });

  it('is no round of its game where the rules are another game’s', async () => {
    expect(await verdicts([round(0, own, RULES_VERSIONS['dice'])])).toEqual(['malformed']);
  });

  it('is of other rules where no program of this build plays them', async () => {
    expect(await verdicts([round(0, own, unplayable.version)], [unplayable.sheet])).toEqual(['other-rules']);
  });

  it('is checked by a sheet under no other name than its own hash', async () => {
    const forged = { ...older.sheet, gameId: GAME, rounding: 'as we like' };
    expect(await verdicts([round(0, older, older.version)], [forged])).toEqual(['no-rules']);
    expect(await sheetVersion(subtle, JSON.parse(PAR_SHEETS.get(GAME)!.text) as Record<string, unknown>)).toBe(own.version);
    expect(await sheetVersion(subtle, { rounding: 'á' })).toBeNull();
  });
});

describe('what a check says of rules', () => {
  it('counts rounds by other versions, without a version, without their sheet, without a program, and those of rules that nobody publishes', () => {
    const checked = ([
      ['ok', 'own'], ['ok', 'other'], ['ok', 'other'], ['ok', 'none'], ['no-rules', 'other'], ['other-rules', 'other'], ['unpublished-rules', 'other'],
      ['unnoted-rules', 'other'],
    ] as const).map(([verdict, ruleSet], nonce): CheckedRound => ({ roundId: `r${nonce}`, gameId: GAME, commit, clientSeed, nonce, at: nonce, isSealed: true, verdict, ruleSet }));
    const pairs = [{ commit, clientSeed, serverSeed, nonce: checked.length }];
    expect(roundsReport({ rounds: checked, pairs, open: [] })).toMatchObject({
      fitCount: 4, otherVersionCount: 2, noVersionCount: 1, noRulesCount: 1, otherRulesCount: 1, unnotedRulesCount: 1, wrongCount: 1, pairs: [{ wrongRounds: [{ verdict: 'unpublished-rules' }] }],
    });
  });
});
