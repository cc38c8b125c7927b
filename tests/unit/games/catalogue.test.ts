import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fractionToNumber } from '../../../src/core/fraction';
import type { AnyEngine } from '../../../src/core/games/engine';
import { LARGEST_WIN } from '../../../src/core/games/largest-win';
import { kobo } from '../../../src/core/money';
import { parSheet } from '../../../src/core/games/slots/par';
import { SLOT_THEMES } from '../../../src/core/games/slots/themes';
import { EMBEDDED_GAMES, embeddedGame } from '../../../src/games/catalogue';
import { pitches } from '../../../src/games/pitches';
import { FACE_IDS, loadFace } from '../../../src/games/faces';
import { listInitialGames } from '../../../server/games/seed';

/** Of the games whose bets return differently: some that return least and most. */
const CHOICES: Readonly<Record<string, readonly unknown[]>> = {
  plinko: [{ risk: 'low' }, { risk: 'medium' }, { risk: 'high' }],
  dice: [{ under: 5_000 }, { under: 9_724 }, { under: 333 }],
  mines: [{ mines: 1 }, { mines: 3 }, { mines: 24 }],
};
/** Kobo; where rounding takes most. */
const SMALLEST_STAKE = kobo(10_000);

describe.each(EMBEDDED_GAMES)('the embedded game $gameId', (game) => {
  it('shows the return and the largest win that its engine declares', async () => {
    const face = await loadFace(game.gameId);
    expect(face?.engine.gameId).toBe(game.gameId);
    expect(face?.engine.kind).toBe(game.kind);
    expect(game.rtp).toBeCloseTo(fractionToNumber(face!.engine.rtp), 12);
    expect(game.maxWin).toBeCloseTo(fractionToNumber(face!.engine.maxWin), 9);
  });

  it('tells of the bet that is chosen what it returns where bets return differently', async () => {
    const face = await loadFace(game.gameId);
    const { rtp, mostRtp } = face!.engine as AnyEngine;
    expect(face!.bet?.returns !== undefined).toBe(mostRtp !== undefined);
    if (mostRtp === undefined) return;
    const told = CHOICES[game.gameId]!.map((choice) => face!.bet!.returns!(choice, SMALLEST_STAKE));
    expect([Math.min(...told), Math.max(...told)]).toEqual([fractionToNumber(rtp), fractionToNumber(mostRtp)]);
  });

  it('has limits that are stakes of its engine', async () => {
    const face = await loadFace(game.gameId);
    expect(game.minStake % face!.engine.stakeStep).toBe(0);
    expect(game.maxStake % face!.engine.stakeStep).toBe(0);
    expect(game.minStake).toBeLessThan(game.maxStake);
  });

  it('never wins more than one round may, not even on the largest stake', () => {
    // There a bet says how much it can win: its engine refuses what could pass it, and mines ends by itself.
    if (game.kind === 'dice' || game.kind === 'mines') return;
    expect(game.maxStake * game.maxWin).toBeLessThanOrEqual(LARGEST_WIN);
  });

  it('is called as the platform calls it, with the same limits, categories and art', () => {
    const opening = listInitialGames().find(({ gameId }) => gameId === game.gameId);
    expect(opening).toMatchObject({ name: game.name, kind: game.kind, categories: [...game.categories], art: game.art });
    expect([opening!.minStake * 100, opening!.maxStake * 100]).toEqual([game.minStake, game.maxStake]);
  });

  it('has a sentence of its own', () => {
    expect(pitches[game.gameId]).toMatch(/^[A-Z].{20,}\.$/);
  });

  it('has its art on the app’s own host', () => {
    expect(readFileSync(new URL(`../../../public/cdn${game.art}`, import.meta.url), 'utf8')).toMatch(/^<svg /);
  });
});

describe.each(SLOT_THEMES)('the slot $gameId', (theme) => {
  it('shows the share of paying rounds that enumeration finds', () => {
    expect(embeddedGame(theme.gameId)?.hitRate).toBeCloseTo(fractionToNumber(parSheet(theme).hitRate), 12);
  });

  it('never wins more than one round may, not even on the largest stake', () => {
    const { maxStake = Number.NaN, maxWin = Number.NaN } = embeddedGame(theme.gameId) ?? {};
    expect(maxStake * maxWin).toBeLessThanOrEqual(LARGEST_WIN);
  });
});

describe('the catalogue of what the app can draw', () => {
  it('lists exactly the games that have a face', () => {
    expect(EMBEDDED_GAMES.map(({ gameId }) => gameId).toSorted()).toEqual(FACE_IDS.toSorted());
  });

  it('knows no face of a game that is not there, not even of a name that every object has', async () => {
    expect(await loadFace('nothing')).toBeNull();
    expect(await loadFace('constructor')).toBeNull();
  });
});
