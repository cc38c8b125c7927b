/** The faces of the table games show bets and outcomes as the engines compute them. */
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { drawsFrom } from '../../../src/core/fairness/draws';
import { diceEngine } from '../../../src/core/games/dice';
import { MAX_ROUND_WIN } from '../../../src/core/games/largest-win';
import { PLINKO_RISKS, plinkoEngine } from '../../../src/core/games/plinko';
import { SPOTS, rouletteBet, rouletteEngine } from '../../../src/core/games/roulette';
import { kobo } from '../../../src/core/money';
import type { GameFace } from '../../../src/games/face';
import { loadFace } from '../../../src/games/faces';
import { chanceText, paysText, readTarget, rollText, winAt } from '../../../src/games/dice/dice-bet';
import { BOARD, STEP_X, bucketX, keyframesOf, pins, pathPoints } from '../../../src/games/plinko/ball-path';
import { NO_CHIPS, betsOf, chipText, chipsOnTable, clear, place, repeat, stakeOf, clearTable, undo } from '../../../src/games/roulette/chips';
import { Felt } from '../../../src/games/roulette/Felt';
import { addNewest } from '../../../src/games/roulette/history';
import type { FallenNumber } from '../../../src/games/roulette/history';
import { KINDS, NUMBER_CELLS, OUTSIDE_CELLS, chipPlace, coverOf, oddsOf, spotName, spotsOf } from '../../../src/games/roulette/spots';
import { POCKET_ORDER, restingAngle, turnTo } from '../../../src/games/roulette/wheel';
import { nextSpot } from '../../../src/games/table/rove';
import { minimumCycleMs } from '../../../src/core/play-times';

const TABLES = ['roulette', 'dice', 'plinko', 'mines', 'blackjack'];
const STAKE = kobo(10_000);

async function faceOf(gameId: string): Promise<GameFace> {
  const face = await loadFace(gameId);
  if (face === null) throw new Error(`no face for ${gameId}`);
  return face;
}

describe.each(TABLES)('the face of %s', (gameId) => {
  it('draws its stage, its controls and its rules before any round, without holes', async () => {
    const { Stage, bet, Rules, stage } = await faceOf(gameId);
    const nothing = () => {};
    const limits = { min: kobo(10_000), max: kobo(1_000_000), step: kobo(10_000) };
    const drawn = renderToStaticMarkup(
      <>
        <Stage showing={null} waiting={false} onShown={nothing} onAnnounce={nothing} choice={bet?.initial} act={null} />
        {bet === undefined ? null : <bet.Controls choice={bet.initial} onChoice={nothing} stake={STAKE} limits={limits} disabled={false} />}
        <Rules stake={STAKE} />
      </>,
    );
    expect(drawn).not.toMatch(/undefined|NaN|>null</);
    expect(drawn).toContain('₦50,000,000');
    expect(stage?.help).toMatch(/^Space |Space starts/);
  });

  it('has no control that plays by itself or faster', async () => {
    const { Rules } = await faceOf(gameId);
    expect(renderToStaticMarkup(<Rules stake={STAKE} />)).not.toMatch(/auto-?play|turbo/i);
  });

  it('starts at most every five seconds', async () => {
    expect(minimumCycleMs((await faceOf(gameId)).engine.kind)).toBe(5_000);
  });
});

describe('the chips of roulette', () => {
  const two = place(place(place(NO_CHIPS, '17', kobo(10_000)), 'red', kobo(50_000)), '17', kobo(5_000));

  it('make up one bet for each spot, and the stake is their sum', () => {
    expect(betsOf(two.placed)).toEqual([{ spot: '17', stake: 15_000 }, { spot: 'red', stake: 50_000 }]);
    expect(stakeOf(two)).toBe(65_000);
    expect(rouletteBet.safeParse({ bets: betsOf(two.placed) }).success).toBe(true);
    expect(rouletteEngine.fits?.({ bets: [...betsOf(two.placed)] }, kobo(65_000))).toBe(true);
  });

  it('are taken back one by one, or all at once; an empty table is no stake', () => {
    expect(stakeOf(undo(two))).toBe(60_000);
    expect(stakeOf(clear(two))).toBeNull();
    expect(stakeOf(undo(NO_CHIPS))).toBeNull();
  });

  it('leave the table after the round and come back when they are repeated', () => {
    const after = clearTable(two);
    expect(stakeOf(after)).toBeNull();
    expect(betsOf(repeat(after).placed)).toEqual(betsOf(two.placed));
    // A free spin or a round without chips does not forget them.
    expect(clearTable(after).last).toEqual(two.placed);
  });

  const round = { bet: { bets: [{ spot: '17', stake: 15_000 }, { spot: 'red', stake: 50_000 }] }, outcome: { number: 1, wins: [{ spot: 'red', win: 100_000 }] } };
  const atRest = clearTable(two);

  it('lie on the table until the round is over; then those that won stay with what they paid, and the others leave', () => {
    const placed = [{ spot: '17', amount: 15_000, state: 'placed' }, { spot: 'red', amount: 50_000, state: 'placed' }];
    expect(chipsOnTable(two, null, true)).toEqual(placed);
    expect(chipsOnTable(two, round, false)).toEqual(placed);
    expect(chipsOnTable(atRest, round, true)).toEqual([{ spot: 'red', amount: 100_000, state: 'won' }, { spot: '17', amount: 15_000, state: 'lost' }]);
  });

  it('of a round that is only watched come from its bet', () => {
    expect(chipsOnTable(NO_CHIPS, round, false).map(({ spot, state }) => [spot, state])).toEqual([['17', 'placed'], ['red', 'placed']]);
    expect(chipsOnTable(NO_CHIPS, { outcome: round.outcome }, true)).toEqual([{ spot: 'red', amount: 100_000, state: 'won' }]);
    expect(chipsOnTable(NO_CHIPS, { bet: null, outcome: 'unreadable' }, true)).toEqual([]);
  });

  it('of the last round give way to the first chip of the next one, and do not return when that is taken back', () => {
    const next = place(atRest, '5', kobo(5_000));
    expect(chipsOnTable(next, round, true)).toEqual([{ spot: '5', amount: 5_000, state: 'placed' }]);
    expect(chipsOnTable(undo(next), round, true)).toEqual([]);
    expect(chipsOnTable(clear(repeat(atRest)), round, true)).toEqual([]);
  });

  it('keep their value and their kind of bet from round to round', () => {
    expect(clearTable({ ...two, chip: kobo(5_000), kind: 4 })).toMatchObject({ chip: 5_000, kind: 4 });
  });

  it('show what they are worth in little room', () => {
    expect([5_000, 10_000, 100_000, 250_000, 1_234_500, 100_000_000].map((amount) => chipText(kobo(amount)))).toEqual(['50', '100', '1k', '2.5k', '12k', '1m']);
  });
});

describe('the table of roulette', () => {
  it('offers every bet that the engine knows, each once, by a name of its own', () => {
    const offered = [...KINDS.flatMap((kind) => [...spotsOf(kind)]), ...OUTSIDE_CELLS.map(({ spot }) => spot)];
    expect(offered.toSorted()).toEqual([...SPOTS.keys()].toSorted());
    const names = offered.map(spotName);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[A-Z0-9]/);
  });

  it('tells the odds that the engine pays', () => {
    for (const spot of SPOTS.keys()) {
      const [number = 0] = coverOf(spot);
      const draws = { below: () => number, used: () => 1 };
      const { win } = rouletteEngine.play({ stake: STAKE, bet: { bets: [{ spot, stake: STAKE }] }, draws });
      expect(win, spot).toBe(STAKE * (oddsOf(spot) + 1));
    }
  });

  it('lays chips of one kind far enough apart for a thumb', () => {
    // The cells on phones of 360 by 660 pixels, where the table lies on its side, of 360 by 800, where it stands, and of 320 by 560, the smallest.
    const phones = [{ cell: [58, 27], least: 27 }, { cell: [68, 33], least: 33 }, { cell: [38, 24], least: 22 }] as const;
    for (const kind of KINDS) {
      const places = spotsOf(kind).map(chipPlace);
      for (const [at, one] of places.entries()) {
        for (const other of places.slice(at + 1)) {
          for (const { cell: [wide, long], least } of phones) {
            expect(Math.hypot((one.across - other.across) * wide, (one.along - other.along) * long)).toBeGreaterThanOrEqual(least);
          }
        }
      }
    }
  });

  it('has a cell for every number, none over another', () => {
    const usedPlaces = new Set<string>();
    for (const { across, along, wide, long } of [...NUMBER_CELLS, ...OUTSIDE_CELLS]) {
      for (let x = across; x < across + wide; x += 1) {
        for (let y = along; y < along + long; y += 1) {
          expect(usedPlaces.has(`${x}:${y}`)).toBe(false);
          usedPlaces.add(`${x}:${y}`);
        }
      }
    }
    expect(NUMBER_CELLS.map(({ spot }) => Number(spot))).toEqual(Array.from({ length: 37 }, (_, n) => n));
  });
});

describe('the last numbers', () => {
  it('are at most twelve, the newest first, each round once', () => {
    const numbers = Array.from({ length: 15 }, (_, nth): FallenNumber => ({ key: `round-${nth}`, number: nth % 2 }));
    const history = numbers.reduce<readonly FallenNumber[]>(addNewest, []);
    expect(history.map(({ key }) => key)).toEqual(Array.from({ length: 12 }, (_, back) => `round-${14 - back}`));
    expect(addNewest(history, numbers[14]!)).toBe(history);
    // The same number in the next round counts again.
    expect(addNewest(history, { key: 'round-15', number: 0 })[0]).toEqual({ key: 'round-15', number: 0 });
  });
});

describe('the wheel', () => {
  it('has all numbers once, and always ends with the decided one at the top', () => {
    expect([...POCKET_ORDER].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 37 }, (_, n) => n));
    for (const before of POCKET_ORDER) {
      for (const number of POCKET_ORDER) {
        const { from, to } = turnTo(before, number);
        expect(from).toBeCloseTo(restingAngle(before));
        expect(((to % 360) + 360) % 360).toBeCloseTo(restingAngle(number) % 360, 6);
        expect(to - from).toBeGreaterThanOrEqual(3 * 360);
        expect(to - from).toBeLessThan(4 * 360);
      }
    }
  });
});

describe('the target of dice', () => {
  it.each([['50', 5_000], ['0.01', 1], ['98.00', 9_800], ['7,5', 750], [' 33.33 ', 3_333]])('reads %j', (text, under) => {
    expect(readTarget(text)).toBe(under);
  });
  it.each(['', '0', '98.01', '100', '-5', '1e1', '12.345', 'abc'])('refuses %j', (text) => {
    expect(readTarget(text)).toBeNull();
  });

  it('shows exactly what the engine pays, for every target', () => {
    const roll = { below: () => 0, used: () => 1 };
    for (let under = 1; under <= 9_800; under += 1) {
      const { outcome, win } = diceEngine.play({ stake: STAKE, bet: { under }, draws: roll });
      expect(winAt(under, STAKE)).toBe(win);
      expect(Number(paysText(under).replace(/[,×]/g, ''))).toBe(outcome.pays / 10_000);
    }
    expect([chanceText(5_000), paysText(5_000), rollText(7)]).toEqual(['50.00%', '1.98×', '00.07']);
  });

  it('says before the press that a bet could pay too much, and with which stake it can be played', async () => {
    const { bet } = await faceOf('dice');
    const problem = (under: number, naira: number) => bet?.problem?.({ under }, kobo(naira * 100)) ?? null;
    expect(problem(5_000, 50_000)).toBeNull();
    expect(problem(1, 500)).toBeNull();
    const problemText = problem(1, 50_000);
    expect(problemText).toContain('₦50,000,000');
    const named = kobo(100 * Number(/largest stake is ₦([\d,]+)/.exec(problemText ?? '')?.[1]?.replaceAll(',', '')));
    expect(winAt(1, named)).toBeLessThanOrEqual(MAX_ROUND_WIN);
    expect(winAt(1, kobo(named + diceEngine.stakeStep))).toBeGreaterThan(MAX_ROUND_WIN);
  });

  it('moves by whole percents with the arrow keys, within its ends', async () => {
    const { bet } = await faceOf('dice');
    expect(bet?.onKey?.({ under: 5_000 }, 'ArrowLeft')).toEqual({ under: 4_900 });
    expect(bet?.onKey?.({ under: 9_750 }, 'ArrowRight')).toEqual({ under: 9_800 });
    expect(bet?.onKey?.({ under: 5_000 }, 'x')).toBeNull();
  });
});

describe('the ball of plinko', () => {
  it('passes a pin of every row by the decided side and ends in the decided bucket', () => {
    for (let nonce = 0; nonce < 200; nonce += 1) {
      const draws = drawsFrom({ serverSeed: 'c'.repeat(64), clientSeed: 'ball', nonce });
      const { outcome } = plinkoEngine.play({ stake: STAKE, bet: { risk: 'low' }, draws });
      const points = pathPoints(outcome.path);
      expect(points).toHaveLength(13);
      expect(points.at(-1)?.x).toBeCloseTo(bucketX(outcome.bucket));
      points.slice(0, -1).forEach(({ x, y }, row) => {
        expect(pins().some((pin) => Math.abs(pin.x - x) < 0.01 && pin.y > y && pin.y - y < 12), `row ${row}`).toBe(true);
        const next = points[row + 1]!;
        expect(next.x - x).toBeCloseTo((outcome.path[row] === 1 ? 0.5 : -0.5) * STEP_X);
      });
      expect(points.every(({ x }) => x > 0 && x < BOARD.width)).toBe(true);
    }
  });

  it('moves by transforms alone, as long for every path', () => {
    const frames = keyframesOf(pathPoints(Array.from({ length: 12 }, () => 1)), 1);
    expect(frames).toHaveLength(14);
    for (const frame of frames) expect(Object.keys(frame).toSorted()).toEqual(['easing', 'transform']);
  });

  it('is drawn in its last place, and moves there from its first one in the size of the drawing', () => {
    const points = pathPoints(Array.from({ length: 12 }, () => 1));
    const [first, last] = [points[0]!, points.at(-1)!];
    const frames = keyframesOf(points, 2);
    expect(frames[1]?.transform).toBe(`translate(${(first.x - last.x) * 2}px, ${(first.y - last.y) * 2}px)`);
    expect(frames.at(-1)?.transform).toBe('translate(0px, 0px)');
  });

  it('knows three risks by arrow keys', async () => {
    const { bet } = await faceOf('plinko');
    const walk = PLINKO_RISKS.map((risk) => bet?.onKey?.({ risk }, 'ArrowRight'));
    expect(walk).toEqual([{ risk: 'medium' }, { risk: 'high' }, { risk: 'high' }]);
  });
});

describe('a chip on the table of roulette', () => {
  const besideOf = (spot: string) => {
    const chips = [{ spot, amount: kobo(10_000), state: 'placed' }] as const;
    const drawn = renderToStaticMarkup(<Felt kind={1} chips={chips} fallenNumber={null} disabled={false} onSpot={null} current="" onCurrent={() => {}} />);
    return drawn.includes('data-beside');
  };
  it.each([['17', true], ['0', false], ['17-20', true], ['17-18', false], ['red', false], ['dozen-1', false]])('on %s lies at the edge of its numbers: %s', (spot, isBeside) => {
    expect(SPOTS.has(spot)).toBe(true);
    expect(besideOf(spot)).toBe(isBeside);
  });
});

describe('arrow keys in a field of buttons', () => {
  const field = Array.from({ length: 25 }, (_, cell) => ({ x: (cell % 5) * 50, y: Math.floor(cell / 5) * 50 }));
  it.each([['ArrowRight', 13], ['ArrowLeft', 11], ['ArrowUp', 7], ['ArrowDown', 17]])('%s goes one on', (key, to) => {
    expect(nextSpot(field, field[12]!, key)).toBe(to);
  });
  it('stay at the edge, and leave other keys alone', () => {
    expect(nextSpot(field, field[4]!, 'ArrowRight')).toBeNull();
    expect(nextSpot(field, field[4]!, 'Enter')).toBeNull();
  });
});

it('roulette says what paid beside the number, and the number alone when nothing did', async () => {
  const { winTexts } = await faceOf('roulette');
  const wins = [{ spot: 'red', win: 20_000 }, { spot: '23', win: 360_000 }];
  expect(winTexts({ number: 23, wins }, STAKE)).toEqual(['23, red: Red pays ₦200.00', 'Number 23 pays ₦3,600.00']);
  expect(winTexts({ number: 0, wins: [] }, STAKE)).toEqual(['Zero']);
});
