import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../src/core/contract/problem';
import { kobo } from '../../../src/core/money';
import { moneyBlock, spinState } from '../../../src/pages/game/rounds/spin-state';
import type { MoneyFacts, SpinFacts } from '../../../src/pages/game/rounds/spin-state';
import { refusalWords } from '../../../src/pages/game/rounds/refusals';
import { resultWords } from '../../../src/pages/game/result/result';

const moneyOf = (change: Partial<MoneyFacts> = {}): MoneyFacts => ({
  offered: true,
  signedIn: true,
  reach: 'online',
  protection: 'none',
  notServed: false,
  emailActivated: true,
  ...change,
});

const spinOf = (change: Partial<SpinFacts> = {}): SpinFacts => ({
  mode: 'money',
  phase: 'idle',
  isRechecking: false, isInMinimumCycle: false,
  stake: kobo(1_000),
  balance: kobo(5_000),
  block: null,
  ...change,
});

describe('whether money can be staked', () => {
  it('is free for a signed-in player with a connection', () => {
    expect(moneyBlock(moneyOf())).toBeNull();
  });

  it('is not stopped by what the platform has not said yet, because it checks again', () => {
    expect(moneyBlock(moneyOf({ reach: 'unknown', protection: undefined, emailActivated: undefined }))).toBeNull();
  });

  it.each([
    ['not-offered', { offered: false, signedIn: false }],
    ['place', { notServed: true, signedIn: false, protection: 'excluded' }],
    ['guest', { signedIn: false, reach: 'offline' }],
    ['protected', { protection: 'excluded', reach: 'offline' }],
    ['protected', { protection: 'cool-off' }],
    ['offline', { reach: 'offline', emailActivated: false }],
    ['portal', { reach: 'portal' }],
    ['email', { emailActivated: false }],
  ] as const)('is stopped first by %s for %o', (block, change) => {
    expect(moneyBlock(moneyOf(change))).toBe(block);
  });
});

describe('a break', () => {
  it('closes a game that is not offered for money, too, and practice with it', () => {
    expect(moneyBlock(moneyOf({ offered: false, protection: 'cool-off' }))).toBe('protected');
    for (const mode of ['practice', 'money'] as const) {
      expect(spinState(spinOf({ mode, block: 'protected' }))).toEqual({ kind: 'blocked', block: 'protected' });
    }
    expect(spinState(spinOf({ mode: 'practice', block: 'offline' }))).toEqual({ kind: 'ready' });
  });

  it('lets a round that is under way come to its end first', () => {
    expect(spinState(spinOf({ phase: 'checking', block: 'protected' }))).toEqual({ kind: 'checking' });
  });
});

describe('the button that starts a round', () => {
  it('is ready when nothing stands against it', () => {
    expect(spinState(spinOf())).toEqual({ kind: 'ready' });
  });

  it.each(['asking', 'checking', 'showing'] as const)('waits while a round is %s, whatever else is true', (phase) => {
    expect(spinState(spinOf({ phase, isInMinimumCycle: true, stake: null, block: 'offline' }))).toEqual({ kind: phase });
  });

  it('waits for money until session and balance were read anew; practice goes on', () => {
    expect(spinState(spinOf({ isRechecking: true }))).toEqual({ kind: 'rechecking' });
    expect(spinState(spinOf({ mode: 'practice', isRechecking: true }))).toEqual({ kind: 'ready' });
  });

  it('rests between two rounds, in practice as for money', () => {
    for (const mode of ['practice', 'money'] as const) expect(spinState(spinOf({ mode, isInMinimumCycle: true }))).toEqual({ kind: 'resting' });
  });

  it('does not start without a stake', () => {
    expect(spinState(spinOf({ stake: null }))).toEqual({ kind: 'stake' });
  });

  it('is blocked for money only: practice goes on', () => {
    expect(spinState(spinOf({ block: 'offline' }))).toEqual({ kind: 'blocked', block: 'offline' });
    expect(spinState(spinOf({ mode: 'practice', block: 'offline' }))).toEqual({ kind: 'ready' });
  });

  it('knows when practice money is used up, and leaves it to the platform for money', () => {
    expect(spinState(spinOf({ mode: 'practice', balance: kobo(500) }))).toEqual({ kind: 'funds' });
    expect(spinState(spinOf({ balance: kobo(500) }))).toEqual({ kind: 'ready' });
  });
});

describe('a refused round', () => {
  const problemOf = (code: string, detail?: string): Problem => ({ title: 'No', status: 422, code, ...(detail === undefined ? {} : { detail }) });

  it('says in every case that nothing was taken', () => {
    for (const code of ['insufficient-funds', 'game-disabled', 'limit-exceeded', 'internal', 'never-heard-of', 'constructor']) {
      expect(refusalWords({ problem: problemOf(code), notSent: false }).text).toMatch(/Nothing was taken\.$/);
    }
    expect(refusalWords({ problem: null, notSent: false }).text).toMatch(/Nothing was taken/);
    expect(refusalWords({ problem: null, notSent: true }).text).toMatch(/nothing was taken/);
  });

  it('leads to the page where the player can solve it', () => {
    const stepOf = (code: string) => refusalWords({ problem: problemOf(code), notSent: false }).step;
    expect(stepOf('insufficient-funds')).toMatchObject({ to: '/deposit' });
    expect(stepOf('email-not-activated')).toMatchObject({ to: '/activate-email' });
    expect(stepOf('identity-needed')).toEqual({ identity: true });
    expect(stepOf('nin-in-use')).toMatchObject({ to: '/withdraw' });
    expect(stepOf('password-needed')).toMatchObject({ password: true });
    expect(stepOf('binding-missing')).toMatchObject({ dialog: 'sign-in' });
    expect(stepOf('game-disabled')).toMatchObject({ practice: true });
  });

  it('leads to the round that is in the way, in whichever game, and to the help where it is not said which it is', () => {
    const problem: Problem = { ...problemOf('round-open'), current: { roundId: 'r', gameId: 'mines' } };
    expect(refusalWords({ problem, notSent: false }).step).toEqual({ to: '/game/mines', label: 'Continue that round' });
    for (const current of [undefined, null, 'mines', {}]) {
      expect(refusalWords({ problem: { ...problem, current }, notSent: false }).step).toMatchObject({ to: '/help#round-open' });
    }
  });

  it('never leads from a limit to the deposit page, and has no link for a code that is a property of every object', () => {
    expect(refusalWords({ problem: problemOf('limit-exceeded'), notSent: false }).step).not.toMatchObject({ to: '/deposit' });
    expect(refusalWords({ problem: problemOf('constructor'), notSent: false }).step).toBeNull();
  });

  it('uses the platform’s own words where there are some', () => {
    const { text } = refusalWords({ problem: problemOf('stake-out-of-range', 'The largest stake here is ₦500.'), notSent: false });
    expect(text).toBe('The largest stake here is ₦500. Nothing was taken.');
  });
});

describe('the result of a round', () => {
  it('is no win below and at the stake', () => {
    expect(resultWords(kobo(10_000), kobo(0))).toEqual({ tone: 'none', text: 'No win' });
    expect(resultWords(kobo(10_000), kobo(4_000))).toEqual({ tone: 'back', text: '₦40.00 of ₦100.00 came back' });
    expect(resultWords(kobo(10_000), kobo(10_000)).tone).toBe('back');
  });

  it('is a win above it, told without an exclamation mark', () => {
    expect(resultWords(kobo(10_000), kobo(10_010))).toEqual({ tone: 'won', text: 'Won ₦100.10' });
  });
});

describe('a step of an open round that was not taken', () => {
  const problemOf = (code: string): Problem => ({ title: 'No.', status: 409, code });

  it('leaves the round as it was, whatever the reason', () => {
    const lost = refusalWords({ problem: null, notSent: true, isAction: true });
    expect([lost.title, lost.text]).toEqual(['That did not reach us', 'Nothing was taken. The round is as it was; you can continue.']);
    expect(refusalWords({ problem: problemOf('insufficient-funds'), notSent: false, isAction: true })).toMatchObject({
      title: 'Your move was not made', step: { to: '/deposit' },
    });
  });

  it('says that the round went on on another device', () => {
    expect(refusalWords({ problem: problemOf('conflict'), notSent: false, isAction: true })).toMatchObject({ title: 'This round continued on another device' });
  });
});

describe('the button of a game with a bet', () => {
  it('waits for the stake first, then for the bet, and while an open round is looked for', () => {
    expect(spinState(spinOf({ stake: null, badBet: true }))).toEqual({ kind: 'stake' });
    expect(spinState(spinOf({ badBet: true }))).toEqual({ kind: 'bet' });
    expect(spinState(spinOf({ isLoadingOpenRounds: true }))).toEqual({ kind: 'looking' });
    expect(spinState(spinOf({ isLoadingOpenRounds: true, mode: 'practice' }))).toEqual({ kind: 'ready' });
    expect(spinState(spinOf({ isBindingBet: true }))).toEqual({ kind: 'sealing' });
    expect(spinState(spinOf({ isBindingBet: true, mode: 'practice' }))).toEqual({ kind: 'ready' });
    expect(spinState(spinOf({ phase: 'open' }))).toEqual({ kind: 'open' });
  });
});
