import { describe, expect, it } from 'vitest';
import type { OpenRound, RoundAnswer, RoundSeeds } from '../../../src/core/contract/games';
import type { Problem } from '../../../src/core/contract/problem';
import type { Intent, IntentState, RoundIntent } from '../../../src/core/intent';
import { kobo } from '../../../src/core/money';
import type { RoundPhase } from '../../../src/pages/game/rounds/spin-state';
import { emptyStage, missingRoundOf, nextStage, viewOf } from '../../../src/pages/game/rounds/stage';
import type { Stage, StageEvent, StageView } from '../../../src/pages/game/rounds/stage';

const AT = '2026-11-21T09:00:00Z';
const GAME = 'mines';
const NOW = 1_800_000_000_000;

const answerOf = (change: Partial<RoundAnswer> = {}): RoundAnswer => ({
  roundId: 'r1', gameId: GAME, stake: 100, currency: 'NGN', outcome: {}, win: 150, balance: 950, version: 3,
  fairness: { commit: 'c', clientSeed: 's', nonce: 0 }, at: AT, ...change,
});
/** Step `step` of round r1, in which the player acts next. */
const openAt = (step: number, change: Partial<RoundAnswer> = {}): RoundAnswer => answerOf({ state: 'open', step, firstStake: 100, win: 0, ...change });
const listedAt = (step: number, change: Partial<RoundAnswer> = {}): OpenRound => ({ ...openAt(step, change), settlesAt: AT });

interface IntentOptions {
  readonly kind?: RoundIntent['kind'];
  readonly state?: IntentState;
  readonly answer?: RoundAnswer | null;
  readonly problem?: Problem | 'not-sent' | null;
  readonly at?: number;
  readonly gameId?: string;
  /** The draw that the bet of a round named. */
  readonly seeds?: RoundSeeds;
}

function intentOf(key: string, { kind = 'round', state = 'confirmed', answer = null, problem, at = 1, gameId = GAME, seeds }: IntentOptions): RoundIntent {
  const refusal = problem === undefined ? null : problem === 'not-sent' ? ({ because: 'not-sent' } as const) : ({ because: 'platform', problem } as const);
  const base = { key, gameId, state, at, userId: 'u', sentAt: at, answer, refusal };
  return kind === 'round' && seeds !== undefined
    ? { ...base, kind, body: { stake: 100, currency: 'NGN', bet: {}, seeds } }
    : { ...base, kind, body: null };
}

const problemOf = (code: string, current?: unknown): Problem => ({ title: code, status: 409, code, ...(current !== undefined && { current }) });

/** The store as it stands, `atMs` on the page's clock. */
function intents(sent: Readonly<Record<string, IntentOptions>>, atMs = 100): StageEvent {
  const byKey: Record<string, Intent> = {};
  for (const [key, each] of Object.entries(sent)) byKey[key] = intentOf(key, each);
  return { type: 'intents', byKey, now: NOW, atMs, balance: kobo(95_000) };
}

const press = (key: string, isAction = false): StageEvent => ({ type: 'press', key, isAction, balance: kobo(90_000) });
const shown = (key: string): StageEvent => ({ type: 'animation-end', key });
const listed = (round: OpenRound | null, requestedAt = 200): StageEvent => ({ type: 'open-rounds', round, requestedAt, byKey: {} });
const settled = (round: RoundAnswer, atMs = 300): StageEvent => ({ type: 'round-end', round: { ...round, balanceBefore: 0, balanceAfter: 0 }, atMs, byKey: {} });
const after = (...events: readonly StageEvent[]): Stage => events.reduce(nextStage, emptyStage(GAME));

const REFUSED = { state: 'refused', problem: problemOf('insufficient-funds') } as const;

/** One of each. In `open` step 1 of r1 waits; `checkingStep` lost the answer to the next. */
const STAGES = {
  idle: after(),
  asking: after(press('k')),
  checking: after(intents({ k: { state: 'unknown' } })),
  showing: after(press('k'), intents({ k: { answer: answerOf() } })),
  open: after(press('k'), intents({ k: { answer: openAt(1) } }), shown('k')),
  checkingStep: after(press('k'), intents({ k: { answer: openAt(1) } }), shown('k'), press('step', true), intents({ step: { kind: 'action', state: 'unknown', at: 2 } })),
} as const satisfies Record<string, Stage>;

const EVENTS = {
  'a press': press('new'),
  'a store that knows nothing': intents({}),
  'a store in which it is being sent': intents({ k: { state: 'sending' } }),
  'a store in which it is unknown': intents({ k: { state: 'unknown' } }),
  'its round': intents({ k: { answer: answerOf() } }),
  'its refusal': intents({ k: REFUSED }),
  'its answer that can’t be drawn': intents({ k: { answer: null } }),
  'the end of what moves': shown('k'),
  'a list with its next step': listed(listedAt(2)),
  'a list without any': listed(null),
  'how it ended elsewhere': settled(answerOf()),
} as const satisfies Record<string, StageEvent>;

type Table = Readonly<Record<keyof typeof STAGES, Readonly<Record<keyof typeof EVENTS, RoundPhase>>>>;

const NEXT: Table = {
  idle: {
    'a press': 'asking', 'a store that knows nothing': 'idle', 'a store in which it is being sent': 'checking',
    'a store in which it is unknown': 'checking', 'its round': 'idle', 'its refusal': 'idle', 'its answer that can’t be drawn': 'idle',
    'the end of what moves': 'idle', 'a list with its next step': 'open', 'a list without any': 'idle', 'how it ended elsewhere': 'idle',
  },
  asking: {
    'a press': 'asking', 'a store that knows nothing': 'asking', 'a store in which it is being sent': 'asking',
    'a store in which it is unknown': 'checking', 'its round': 'showing', 'its refusal': 'idle', 'its answer that can’t be drawn': 'idle',
    'the end of what moves': 'asking', 'a list with its next step': 'asking', 'a list without any': 'asking', 'how it ended elsewhere': 'asking',
  },
  checking: {
    'a press': 'asking', 'a store that knows nothing': 'checking', 'a store in which it is being sent': 'checking',
    'a store in which it is unknown': 'checking', 'its round': 'showing', 'its refusal': 'idle', 'its answer that can’t be drawn': 'idle',
    'the end of what moves': 'checking', 'a list with its next step': 'checking', 'a list without any': 'checking', 'how it ended elsewhere': 'checking',
  },
  showing: {
    'a press': 'showing', 'a store that knows nothing': 'showing', 'a store in which it is being sent': 'showing',
    'a store in which it is unknown': 'showing', 'its round': 'showing', 'its refusal': 'showing', 'its answer that can’t be drawn': 'showing',
    'the end of what moves': 'idle', 'a list with its next step': 'showing', 'a list without any': 'showing', 'how it ended elsewhere': 'idle',
  },
  open: {
    'a press': 'asking', 'a store that knows nothing': 'open', 'a store in which it is being sent': 'checking',
    'a store in which it is unknown': 'checking', 'its round': 'open', 'its refusal': 'open', 'its answer that can’t be drawn': 'open',
    'the end of what moves': 'open', 'a list with its next step': 'open', 'a list without any': 'open', 'how it ended elsewhere': 'idle',
  },
  checkingStep: {
    'a press': 'asking', 'a store that knows nothing': 'checking', 'a store in which it is being sent': 'checking',
    'a store in which it is unknown': 'checking', 'its round': 'checking', 'its refusal': 'checking', 'its answer that can’t be drawn': 'checking',
    'the end of what moves': 'checking', 'a list with its next step': 'open', 'a list without any': 'checking', 'how it ended elsewhere': 'idle',
  },
};

const entries = <K extends string, V>(table: Readonly<Record<K, V>>): [K, V][] =>
  Object.keys(table).filter((key): key is K => key in table).map((key) => [key, table[key]]);

describe.each(entries(STAGES))('a round that is %s', (name, stage) => {
  it.each(entries(EVENTS))(`has its next stage after %s`, (event, value) => {
    expect(viewOf(nextStage(stage, value)).phase).toBe(NEXT[name][event]);
  });

  it('never changes the object from before the event', () => {
    const before = structuredClone(stage);
    for (const [, event] of entries(EVENTS)) nextStage(stage, event);
    expect(stage).toEqual(before);
  });
});

const view = (...events: readonly StageEvent[]): StageView => viewOf(after(...events));

describe('a round that was sent from this page', () => {
  it('moves with its answer, keeps its win back, and makes the next one wait', () => {
    const stage = after(press('k'), intents({ k: { answer: answerOf() } }));
    expect(viewOf(stage)).toMatchObject({
      phase: 'showing', showing: { key: 'k', moving: true, win: 15_000 }, isPast: false, keyStillShown: 'k', balanceMeanwhile: 80_000,
    });
    expect(stage).toMatchObject({ begunAt: NOW, end: { problem: null, mayBeBehind: false } });
  });

  it('keeps the balance as it was when the stake was sent, until its answer is here', () => {
    expect(view(press('k'), intents({ k: { state: 'sending' } }))).toMatchObject({ phase: 'asking', balanceMeanwhile: 90_000 });
    expect(view(press('k'), intents({ k: { state: 'unknown' } }))).toMatchObject({ phase: 'checking', balanceMeanwhile: 90_000 });
    expect(viewOf(STAGES.checking)).toMatchObject({ phase: 'checking', balanceMeanwhile: 95_000 });
    expect(view(press('k'), intents({ k: REFUSED })).balanceMeanwhile).toBeNull();
  });

  it('stands still once it was shown, with its win in the balance', () => {
    expect(view(press('k'), intents({ k: { answer: answerOf() } }), shown('k'))).toMatchObject({
      phase: 'idle', showing: { key: 'k', moving: false }, isPast: false, keyStillShown: null, balanceMeanwhile: null,
    });
  });

  it('is not ended by the animation’s end of another round', () => {
    expect(view(press('k'), intents({ k: { answer: answerOf() } }), shown('other')).phase).toBe('showing');
  });

  it('stays checking when it is sent once more, and other devices are asked about at its end', () => {
    const unknown = [press('k'), intents({ k: { state: 'unknown' } }), intents({ k: { state: 'sending' } })];
    expect(view(...unknown).phase).toBe('checking');
    expect(after(...unknown, intents({ k: { answer: answerOf() } })).end).toMatchObject({ mayBeBehind: true });
  });

  it('is unreadable where its answer can’t be drawn, until the next press', () => {
    const unreadable = [press('k'), intents({ k: { answer: null } })];
    expect(view(...unreadable)).toMatchObject({ phase: 'idle', showing: null, isUnreadable: true });
    expect(view(...unreadable, press('next')).isUnreadable).toBe(false);
  });

  it.each([
    ['the platform’s reason', problemOf('insufficient-funds'), false],
    ['no reason', null, false],
    ['the word that it never arrived', 'not-sent', true],
  ] as const)('is refused with %s, until the next press', (_, problem, notSent) => {
    const refused = [press('k'), intents({ k: { state: 'refused', problem } })];
    expect(view(...refused)).toMatchObject({ phase: 'idle', refusal: { problem: problem === 'not-sent' ? null : problem, notSent, isAction: false } });
    expect(view(...refused, press('next')).refusal).toBeNull();
  });

  it.each(['round-open', 'not-found'])('that is refused with %s has other devices asked about', (code) => {
    expect(after(press('k'), intents({ k: { state: 'refused', problem: problemOf(code) } })).end).toMatchObject({ mayBeBehind: true, problem: { code } });
    expect(after(press('k'), intents({ k: REFUSED })).end).toMatchObject({ mayBeBehind: false });
  });
});

describe('the way back to a game', () => {
  it('shows the last round as it ended, without movement', () => {
    const rounds = { a: { at: 1, answer: answerOf({ roundId: 'old' }) }, b: { at: 2, answer: answerOf() }, c: { at: 3, gameId: 'dice', answer: answerOf() } };
    expect(view(intents(rounds))).toMatchObject({ phase: 'idle', showing: { key: 'b', moving: false }, isPast: true, keyStillShown: null });
  });

  it('waits for the oldest round that nobody knows the end of, then for the next, and shows each', () => {
    const both = { b: { at: 2, state: 'unknown' }, a: { at: 1, state: 'sending' } } as const;
    const first = [intents(both), intents({ ...both, a: { at: 1, answer: answerOf() } })];
    expect(view(...first)).toMatchObject({ phase: 'showing', showing: { key: 'a' } });
    expect(view(...first, shown('a')).phase).toBe('checking');
    expect(view(...first, shown('a'), intents({ b: { at: 2, answer: answerOf({ roundId: 'r2' }) } })).showing?.key).toBe('b');
  });

  it('says when the rule for unfinished rounds ended the round', () => {
    expect(view(intents({ k: { answer: answerOf({ abandoned: true }) } })).settledAt).toBe(AT);
    expect(view(press('k'), intents({ k: { answer: answerOf({ abandoned: true }) } })).settledAt).toBeNull();
  });

  it('ignores intents of other games and of other kinds', () => {
    const deposit: Intent = { key: 'd', kind: 'deposit', gameId: null, body: null, state: 'unknown', at: 0, userId: 'u', sentAt: 0, answer: null, refusal: null };
    const event: StageEvent = { type: 'intents', byKey: { d: deposit, x: intentOf('x', { state: 'unknown', gameId: 'dice' }) }, now: NOW, atMs: 1, balance: null };
    expect(nextStage(STAGES.idle, event)).toBe(STAGES.idle);
  });
});

describe('a round of several steps', () => {
  const { open, checkingStep } = STAGES;

  it('waits at its step, and the next action goes there', () => {
    expect(viewOf(open)).toMatchObject({ phase: 'open', open: { roundId: 'r1', step: 1, firstStake: 100 }, showing: { isOpen: true } });
  });

  it('goes on with the answer to a step, which starts no new round', () => {
    const next = [press('s', true), intents({ s: { kind: 'action', answer: openAt(2) } })].reduce(nextStage, { ...open, begunAt: 1 });
    expect(viewOf(next)).toMatchObject({ phase: 'showing', open: { step: 2 } });
    expect(next.begunAt).toBe(1);
    expect(viewOf(nextStage(next, shown('s')))).toMatchObject({ phase: 'open', open: { step: 2 } });
  });

  it('stays as it was when a step is refused, and the page says so', () => {
    const refused = [press('s', true), intents({ s: { kind: 'action', ...REFUSED } })].reduce(nextStage, open);
    expect(viewOf(refused)).toMatchObject({ phase: 'open', open: { step: 1 }, refusal: { isAction: true } });
  });

  it('stands as the platform has it when a step came too late', () => {
    const late = (current: unknown) =>
      [press('s', true), intents({ s: { kind: 'action', state: 'refused', problem: problemOf('conflict', current) } })].reduce(nextStage, open);
    expect(viewOf(late(openAt(3)))).toMatchObject({ phase: 'open', isPast: true, open: { step: 3 }, refusal: { isAction: true } });
    expect(viewOf(late(answerOf()))).toMatchObject({ phase: 'idle', open: null, showing: { moving: false }, refusal: { problem: { code: 'conflict' } } });
    expect(viewOf(late(undefined))).toMatchObject({ phase: 'open', open: { step: 1 } });
  });

  it('is not shown once more by an answer that comes after what the platform has told', () => {
    const ended = nextStage(checkingStep, settled(answerOf({ step: 2 }), 300));
    const stage = nextStage(ended, intents({ step: { kind: 'action', at: 2, answer: answerOf({ step: 2 }) } }, 400));
    expect(viewOf(stage)).toMatchObject({ phase: 'idle', showing: { key: 'r1:ended', moving: false } });
  });

  it('that went on elsewhere stands as a newer list has it, and not as an older one has', () => {
    expect(viewOf(nextStage(open, listed(listedAt(2), 200)))).toMatchObject({ phase: 'open', isPast: true, open: { step: 2 }, showing: { key: 'r1:2', moving: false } });
    expect(viewOf(nextStage(open, listed(listedAt(0), 50)))).toMatchObject({ isPast: false, open: { step: 1 }, showing: { key: 'k' } });
    expect(viewOf(nextStage(open, listed(listedAt(1), 200)))).toMatchObject({ isPast: false, showing: { key: 'k' } });
  });

  it('is the same object when the same answer comes again, because a new one would draw the page for ever', () => {
    const once = after(listed(null, 0));
    expect(nextStage(once, listed(null, 0))).toBe(once);
  });

  it('that another device began is there before this one played at all', () => {
    expect(view(listed(listedAt(0, { roundId: 'far' })))).toMatchObject({ phase: 'open', isPast: true, open: { roundId: 'far', step: 0 } });
    expect(view(listed(listedAt(0, { roundId: 'far' })), listed(null, 300))).toMatchObject({ phase: 'idle', showing: null });
  });

  it('is seen to the end of its movement before a list changes it', () => {
    const moving = after(press('k'), intents({ k: { answer: openAt(1) } }), listed(listedAt(2)));
    expect(viewOf(moving)).toMatchObject({ phase: 'showing', showing: { key: 'k' } });
    expect(viewOf(nextStage(moving, shown('k')))).toMatchObject({ phase: 'open', showing: { key: 'r1:2' } });
  });

  it('no longer waits for a step whose answer got lost when the round has gone on, or is over', () => {
    expect(viewOf(nextStage(checkingStep, listed(listedAt(2))))).toMatchObject({ phase: 'open', open: { step: 2 } });
    const over = nextStage(checkingStep, settled(answerOf({ step: 1 })));
    expect(viewOf(over).phase).toBe('idle');
    const refused = nextStage(over, intents({ step: { kind: 'action', at: 2, ...REFUSED } }));
    expect(viewOf(refused).refusal).toBeNull();
  });
});

describe('a round that is not the one that was asked for', () => {
  const sent = { commit: 'sent', clientSeed: 's', nonce: 0 };

  it('stands still and is said to be another: it is neither played out nor kept back', () => {
    const view = viewOf(after(press('k'), intents({ k: { answer: answerOf(), seeds: sent } })));
    expect(view).toMatchObject({ phase: 'idle', mismatch: 'seeds', isPast: false, balanceMeanwhile: null, keyStillShown: null, showing: { moving: false, win: 15_000 } });
  });

  it('is still said to be another when the player comes back to the game', () => {
    expect(viewOf(after(intents({ k: { answer: answerOf(), seeds: sent } })))).toMatchObject({ mismatch: 'seeds', isPast: true });
  });

  it('gives way to the next round, which is like any other', () => {
    const answer = answerOf({ roundId: 'r2' });
    const stage = after(press('k'), intents({ k: { answer: answerOf(), seeds: sent } }), press('l'), intents({ l: { answer, seeds: answer.fairness, at: 2 } }));
    expect(viewOf(stage)).toMatchObject({ phase: 'showing', mismatch: null });
  });

  it('can be finished where it is open, with what the platform says that it is drawn from', () => {
    const view = viewOf(after(press('k'), intents({ k: { answer: openAt(1), seeds: sent } })));
    expect(view).toMatchObject({ phase: 'open', mismatch: 'seeds', open: { roundId: 'r1', seeds: openAt(1).fairness } });
  });

  it('names in its next step the draw and the rules that it began with', () => {
    const fairness = { ...openAt(1).fairness, rules: 'v' };
    expect(viewOf(after(listed(listedAt(1, { fairness })))).open?.seeds).toEqual(fairness);
  });

  it('is recognised in the platform’s list, too, also when the bet is read from the device after the list came', () => {
    const start = { k: { answer: openAt(0), seeds: openAt(0).fairness } };
    const other = listedAt(3, { fairness: { commit: 'other', clientSeed: 's', nonce: 0 } });
    const { byKey } = intents(start) as Extract<StageEvent, { type: 'intents' }>;
    expect(viewOf(after({ type: 'open-rounds', round: other, requestedAt: 200, byKey })).mismatch).toBe('seeds');
    expect(viewOf(after(listed(other))).mismatch).toBeNull();
    expect(viewOf(after(listed(other), intents(start))).mismatch).toBe('seeds');
    expect(viewOf(after(listed(listedAt(3)), intents(start))).mismatch).toBeNull();
  });

  it('stands as the platform has it where a step named another draw', () => {
    const problem = problemOf('seed-changed', openAt(2, { fairness: { commit: 'other', clientSeed: 's', nonce: 0 } }));
    const start = { k: { answer: openAt(1), seeds: openAt(1).fairness } };
    const view = viewOf(after(press('k'), intents(start), shown('k'), press('l', true), intents({ ...start, l: { kind: 'action', state: 'refused', problem, at: 2 } })));
    expect(view).toMatchObject({ phase: 'open', mismatch: 'seeds', refusal: { isAction: true }, open: { step: 2 } });
  });
});

describe('a round that the platform no longer lists', () => {
  it.each([
    ['idle', null], ['asking', null], ['checking', null], ['showing', null], ['open', 'r1'], ['checkingStep', 'r1'],
  ] as const)('is missing where it was %s: %s', (name, missing) => {
    expect(missingRoundOf(nextStage(STAGES[name], listed(null)))).toBe(missing);
  });

  it('is not missing by an older list, by none, and by one that has it', () => {
    expect(missingRoundOf(STAGES.open)).toBeNull();
    expect(missingRoundOf(nextStage(STAGES.open, listed(null, 50)))).toBeNull();
    expect(missingRoundOf(nextStage(STAGES.open, listed(listedAt(1))))).toBeNull();
  });

  it('stands as it ended, and is not missing any more', () => {
    const ended = [listed(null), settled(answerOf({ abandoned: true }))].reduce(nextStage, STAGES.open);
    expect(viewOf(ended)).toMatchObject({ phase: 'idle', isPast: true, settledAt: AT, showing: { moving: false } });
    expect(missingRoundOf(ended)).toBeNull();
  });
});
