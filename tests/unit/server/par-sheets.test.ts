import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/core/canonical-json';
import { drawsFrom } from '../../../src/core/fairness/draws';
import { compareFractions, fraction, fractionToNumber } from '../../../src/core/fraction';
import { blackjackEngine } from '../../../src/core/games/blackjack';
import type { BlackjackView } from '../../../src/core/games/blackjack';
import { allEngines, steppedEngines } from '../../../src/core/games/registry';
import { engineOfSheet } from '../../../src/core/games/rules/engine-of-sheet';
import { parSheetDocument, readFraction, writeFraction } from '../../../src/core/games/rules/par-sheet';
import type { ParSheetDocument } from '../../../src/core/games/rules/par-sheet';
import { RULES_VERSIONS } from '../../../src/core/games/rules/versions';
import { SLOT_THEMES } from '../../../src/core/games/slots/themes';
import { kobo } from '../../../src/core/money';
import { PAR_SHEETS } from '../../../server/games/par-sheets';
import { computeParSheet } from '../../../server/games/par-sheets/compute';
import { blackjackOdds } from '../../../server/games/par-sheets/compute/blackjack';
import { rulesOf } from '../../../server/games/par-sheets/parameters';
import { bookMove } from '../../support/blackjack-strategy';
import { isLong, randomFrom, seedOf } from '../../support/seeds';

const GAMES = [...allEngines.keys()];
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const documentOf = (gameId: string): ParSheetDocument => parSheetDocument.parse(JSON.parse(PAR_SHEETS.get(gameId)!.text));

describe.each(GAMES)('the par sheet of %s', (gameId) => {
  it('is what the rules of this build give, and its hash is the version of the rules', { timeout: 120_000 }, () => {
    const text = canonicalJson(computeParSheet(gameId));
    expect(PAR_SHEETS.get(gameId)!.text).toBe(text);
    expect(RULES_VERSIONS[gameId]).toBe(hashOf(text));
  });

  it('is plain JSON of whole numbers and ASCII, so that every tool writes it in the same spelling', () => {
    const { text } = PAR_SHEETS.get(gameId)!;
    expect(text).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.stringify(JSON.parse(text))).toBe(text);
    const numbers: number[] = [];
    JSON.parse(text, (_, part: unknown) => {
      if (typeof part === 'number') numbers.push(part);
      return part;
    });
    expect(numbers.filter((number) => !Number.isSafeInteger(number))).toEqual([]);
  });

  it('declares the return and the largest win of the engine that plays it', () => {
    const { figures } = documentOf(gameId);
    const engine = allEngines.get(gameId)!;
    expect(readFraction(figures.largestWin.stakes)).toEqual(engine.maxWin);
    expect(readFraction(figures.return)).toEqual(engine.rtp);
    expect(figures.returnMost).toBe(engine.maxRtp === undefined ? undefined : writeFraction(engine.maxRtp));
  });

  it('says of no figure that it is more than all rounds, and counts rounds above the stake among those that pay', () => {
    const { figures } = documentOf(gameId);
    const all = [figures, ...(figures.bets ?? [])].flatMap(({ paysSomething, paysMoreThanStake }) =>
      paysSomething === undefined || paysMoreThanStake === undefined ? [] : [[paysSomething, paysMoreThanStake] as const],
    );
    expect(all.length).toBeGreaterThan(0);
    for (const [something, more] of all) {
      expect(compareFractions(readFraction(more), readFraction(something))).toBeLessThanOrEqual(0);
      expect(compareFractions(readFraction(something), fraction(1n))).toBeLessThanOrEqual(0);
    }
  });

  it('makes an engine that plays as the one of this build', () => {
    const engine = engineOfSheet(JSON.parse(PAR_SHEETS.get(gameId)!.text));
    const own = allEngines.get(gameId)!;
    expect(engine).toMatchObject({ gameId, kind: own.kind, rtp: own.rtp, maxWin: own.maxWin, stakeStep: own.stakeStep });
    const seeds = { serverSeed: randomBytes(32).toString('hex'), clientSeed: 'sheet' };
    console.info(`${gameId}: server seed ${seeds.serverSeed}`);
    for (let nonce = 0; nonce < (isLong ? 200 : 60); nonce += 1) {
      const [one, other] = [drawsFrom({ ...seeds, nonce }), drawsFrom({ ...seeds, nonce })];
      if ('playUnchecked' in own && engine !== null && 'playUnchecked' in engine) {
        const round = { stake: kobo(100_000), bet: BETS[gameId] ?? {} };
        expect(engine.playUnchecked({ ...round, draws: one })).toEqual(own.playUnchecked({ ...round, draws: other }));
      } else if ('runUnchecked' in own && engine !== null && 'runUnchecked' in engine) {
        const round = { stake: kobo(100_000), bet: BETS[gameId] ?? {}, actions: [], abandoned: nonce % 2 === 1 };
        expect(engine.runUnchecked({ ...round, draws: one })).toEqual(own.runUnchecked({ ...round, draws: other }));
      } else {
        throw new Error(`${gameId} is not of the kind of its own engine`);
      }
    }
  });
});

const BETS: Readonly<Record<string, Record<string, unknown>>> = {
  roulette: { bets: [{ spot: '17', stake: 40_000 }, { spot: '0-1-2', stake: 30_000 }, { spot: 'red', stake: 30_000 }] },
  dice: { under: 9_724 },
  plinko: { risk: 'high' },
  mines: { mines: 3 },
};

describe('a version of rules', () => {
  const changed = (gameId: string, change: (sheet: ParSheetDocument) => void): ParSheetDocument => {
    const sheet = documentOf(gameId);
    change(sheet);
    return sheet;
  };

  it('is another one as soon as a single symbol of a strip is another', () => {
    for (const theme of SLOT_THEMES) {
      const other = changed(theme.gameId, ({ parameters }) => {
        const [strip] = parameters['strips'] as string[][];
        [strip![0], strip![1]] = [strip![1]!, strip![0]!];
      });
      expect(hashOf(canonicalJson(other))).not.toBe(RULES_VERSIONS[theme.gameId]);
    }
  });

  it('plays a slot by its own strips and pays', () => {
    const other = changed('suya-spot', ({ parameters }) => {
      parameters['strips'] = Array.from({ length: 5 }, () => ['onion', 'onion', 'onion']);
    });
    const engine = engineOfSheet(other);
    if (engine === null || !('playUnchecked' in engine)) throw new Error('no engine');
    const draws = drawsFrom({ serverSeed: 'a'.repeat(64), clientSeed: 'old', nonce: 0 });
    // Ten lines of five onions at 260 line stakes each.
    expect(engine.playUnchecked({ stake: kobo(1_000), bet: {}, draws })).toMatchObject({ ok: true, win: 260_000 });
  });

  it('plays tables by its own figures: plinko’s pays, the pays of dice, the return of mines, and each by its own largest win', () => {
    const draws = () => drawsFrom({ serverSeed: 'b'.repeat(64), clientSeed: 'old', nonce: 0 });
    const play = (sheet: ParSheetDocument, stake: number, bet: unknown) => {
      const engine = engineOfSheet(sheet);
      return engine !== null && 'playUnchecked' in engine ? engine.playUnchecked({ stake: kobo(stake), bet, draws: draws() }) : null;
    };
    const plinko = changed('plinko', ({ parameters }) => (parameters['pays'] = { low: Array(13).fill(7), medium: Array(13).fill(7), high: Array(13).fill(7) }));
    expect(play(plinko, 10_000, { risk: 'low' })).toMatchObject({ ok: true, win: 700 });
    const dice = changed('dice', ({ parameters }) => (parameters['paysOver'] = 49_000_000));
    expect(play(dice, 10_000, { under: 9_800 })).toMatchObject({ ok: true, win: 5_000 });
    const bounded = changed('dice', (sheet) => (sheet.largestWin.amount = 1_000_000));
    expect(play(bounded, 2_000_000, { under: 5_000 })).toEqual({ ok: false, code: 'win-too-high', largestStake: 500_000 });
    const mines = engineOfSheet(changed('mines', ({ parameters }) => (parameters['back'] = '1/2')));
    if (mines === null || !('runUnchecked' in mines)) throw new Error('no engine');
    const cell = Array.from({ length: 25 }, (_, at) => at).find((at) => {
      const opened = mines.runUnchecked({ stake: kobo(10_000), bet: { mines: 1 }, draws: draws(), actions: [{ kind: 'open', cell: at }] });
      return opened.ok && !opened.isOver;
    });
    const actions = [{ kind: 'open', cell }, { kind: 'cash-out' }];
    expect(mines.runUnchecked({ stake: kobo(10_000), bet: { mines: 1 }, draws: draws(), actions })).toMatchObject({ ok: true, win: 5_208 });
  });

  it('has no engine where this build has no program for it, and never breaks a check', () => {
    for (const raw of [null, 7, 'sheet', [], {}, { ...documentOf('dice'), method: 'dice/2' }, { ...documentOf('dice'), gameId: 'plinko' }]) {
      expect(engineOfSheet(raw)).toBeNull();
    }
    expect(engineOfSheet(changed('roulette', ({ parameters }) => (parameters['pockets'] = 38)))).toBeNull();
    expect(engineOfSheet(changed('blackjack', ({ parameters }) => (parameters['blackjackPays'] = '11/5')))).toBeNull();
    expect(engineOfSheet(changed('zuma-rock', ({ parameters }) => (parameters['strips'] = [])))).toBeNull();
  });

  it('makes an engine or none of any sheet with one part replaced', () => {
    const seed = seedOf('sheets with a part replaced');
    const random = randomFrom(seed);
    fc.assert(
      fc.property(fc.constantFrom(...GAMES), fc.jsonValue(), (gameId, value) => {
        const sheet = documentOf(gameId) as unknown as Record<string, unknown>;
        const place = random.chance(0.5) ? sheet : (sheet['parameters'] as Record<string, unknown>);
        place[random.pick(Object.keys(place))] = value;
        const engine = engineOfSheet(sheet);
        expect(engine === null || engine.gameId === sheet['gameId']).toBe(true);
      }),
      { seed, numRuns: 500 },
    );
  });

  it('is refused at the start where the sheet is not of the rules', () => {
    for (const gameId of GAMES) {
      const { method, parameters, stakeStep, maxRoundWin } = rulesOf(gameId);
      const sheet = documentOf(gameId);
      expect({ method, stakeStep, maxRoundWin }).toEqual({ method: sheet.method, stakeStep: sheet.stakeStep, maxRoundWin: sheet.largestWin.amount });
      expect(canonicalJson(parameters)).toBe(canonicalJson(sheet.parameters));
    }
    expect(() => rulesOf('chess')).toThrow('no rules of chess');
  });
});

describe('JSON in one spelling', () => {
  it('does not depend on the order of members, and keeps that of lists', () => {
    expect(canonicalJson({ b: [2, 1], a: { d: null, c: 'x' }, '10': 1, '9': 2, gone: undefined })).toBe('{"10":1,"9":2,"a":{"c":"x","d":null},"b":[2,1]}');
    expect(canonicalJson({ a: { c: 'x', d: null }, '9': 2, b: [2, 1], '10': 1 })).toBe(canonicalJson({ b: [2, 1], a: { d: null, c: 'x' }, '10': 1, '9': 2 }));
  });
});

describe('the odds of blackjack', () => {
  let odds: ReturnType<typeof blackjackOdds>;
  beforeAll(() => {
    odds = blackjackOdds();
  });

  it('are those of rounds played by the printed strategy, within 99.9 %', () => {
    const engine = steppedEngines.get('blackjack')!;
    const serverSeed = '0123456789abcdef'.repeat(4);
    const rounds = isLong ? 10_000 : 1_000;
    const stake = kobo(10_000);
    let [something, more] = [0, 0];
    for (let nonce = 0; nonce < rounds; nonce += 1) {
      const actions: { kind: string }[] = [];
      for (;;) {
        const round = engine.runUnchecked({ stake, bet: {}, actions, draws: drawsFrom({ serverSeed, clientSeed: 'odds', nonce }) });
        if (!round.ok) throw new Error(round.code);
        if (round.isOver) {
          if (round.win > 0) something += 1;
          if (round.win > round.staked) more += 1;
          break;
        }
        actions.push({ kind: bookMove(round.view as BlackjackView) });
      }
    }
    for (const [count, odd] of [[something, odds.paysSomething], [more, odds.paysMoreThanStake]] as const) {
      const share = fractionToNumber(odd);
      expect(Math.abs(count / rounds - share)).toBeLessThan(3.291 * Math.sqrt((share * (1 - share)) / rounds));
    }
    expect(fractionToNumber(odds.largestWin)).toBeCloseTo(1 / 2_495, 6);
  });

  it('leave no way of a round out: what is won and lost adds up to the declared return', () => {
    expect(odds.return).toEqual(blackjackEngine.rtp);
  });
});
