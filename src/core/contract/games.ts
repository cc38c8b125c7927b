import * as z from '../zod';
import { endpoint } from './endpoint';
import { amount, gameId, instant, ngn, page, pageQuery, playerParams, resourceId, nairaAmount } from './primitives';

export const GAME_KINDS = ['slots', 'roulette', 'blackjack', 'mines', 'plinko', 'dice'] as const;
export const gameKind = z.enum(GAME_KINDS);

export const game = z.object({
  gameId: z.string(),
  name: z.string(),
  /** Kept as text: a newer platform may know kinds this page doesn't. */
  kind: z.string(),
  categories: z.array(z.string()),
  /** Return to player as a fraction of the stake, 0 … 1. */
  rtp: z.number(),
  /** How much of a stake counts toward wagering, 0 … 1. */
  contribution: z.number(),
  /** Decimal naira. */
  minStake: nairaAmount,
  maxStake: nairaAmount,
  /** Bytes that loading the game costs over the wire. */
  bytes: z.number(),
  /** Path of the tile's art on the content host. */
  art: z.string(),
  enabled: z.boolean(),
  /** `low`, `medium` or `high`, of games whose engine this page doesn't have. Kept as text. */
  volatility: z.optional(z.string()),
  /** The provider of the game, where another one runs it in a frame. */
  provider: z.optional(z.string()),
  /** The largest win of a round, in stakes, where it is known by the provider’s word alone. */
  maxWin: z.optional(z.number()),
});
export type Game = z.infer<typeof game>;
export const gameList = z.object({ items: z.array(game) });

const gameParams = z.strictObject({ gameId });

export const listGames = endpoint({
  method: 'GET',
  path: '/v1/games',
  access: 'public',
  answer: gameList,
  etag: true,
});

export const getGame = endpoint({
  method: 'GET',
  path: '/v1/games/:gameId',
  access: 'public',
  params: gameParams,
  answer: game,
  etag: true,
});

/** A par sheet is JSON of its own form (`src/core/games/rules/par-sheet.ts`), sent in the spelling that its version is the hash of. */
const parSheet = z.record(z.string(), z.unknown());
const rulesVersion = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const getParSheet = endpoint({
  method: 'GET',
  path: '/v1/games/:gameId/par-sheet',
  access: 'public',
  params: gameParams,
  answer: parSheet,
  etag: true,
});

export const getParSheetVersion = endpoint({
  method: 'GET',
  path: '/v1/games/:gameId/par-sheets/:version',
  access: 'public',
  params: z.strictObject({ gameId, version: rulesVersion }),
  answer: parSheet,
  etag: true,
});

/** The parts of a result that can be checked once the server seed is revealed. */
export const fairnessReceipt = z.object({
  /** SHA-256 of the server seed, hex. */
  commit: z.string(),
  /** The client seed. That of a round or a bet has the part that the bet brought behind it, see `roundSeeds`; that of a pair has none. */
  clientSeed: z.string(),
  nonce: z.number(),
});
export type FairnessReceipt = z.infer<typeof fairnessReceipt>;

/** The receipt of a round. */
export const roundFairness = z.object({
  ...fairnessReceipt.shape,
  /** The version of the rules that it is played by: the SHA-256 of the par sheet. Missing = from before rules had versions. */
  rules: z.optional(z.string()),
});
export type RoundFairness = z.infer<typeof roundFairness>;

export const clientSeed = z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/, 'Use 1 to 64 letters, digits or signs, no spaces.'));
const commit = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const nonce = z.int().check(z.nonnegative());

/**
 * The draw that a bet is for, as the device wrote it down before it sent the bet. `part` is random and made for this one bet, so that
 * nobody can know the draw before the bet is sent: the client seed of the round is that of the pair, a space and the part. `rules` is
 * the version by which the player's app shows the game: whoever may choose the rules after the bet chooses its result, too.
 */
export const roundSeeds = z.strictObject({
  commit, clientSeed, nonce, part: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))), rules: z.optional(rulesVersion),
});
export type RoundSeeds = z.infer<typeof roundSeeds>;

/** The draw of a round that has begun, as its `fairness` names it. */
const drawSeeds = z.object({ commit, clientSeed: z.string().check(z.regex(/^[\x21-\x7e]{1,64}( [0-9a-f]{32})?$/)), nonce, rules: z.optional(z.string()) });
export type DrawSeeds = z.infer<typeof drawSeeds>;

export const ROUND_STATES = ['open', 'ended'] as const;
const bet = z.record(z.string(), z.unknown());

export const roundAnswer = z.object({
  roundId: z.string(),
  gameId: z.string(),
  /** `open`: the player acts next. Missing = ended, as in older answers and those of platforms without such games. */
  state: z.optional(z.enum(ROUND_STATES)),
  /** The number of the player's actions so far, which the next action has to name. Missing = 0. */
  step: z.optional(z.int()),
  /** All that was staked so far, in games where actions add to it. */
  stake: nairaAmount,
  currency: ngn,
  /** Shape by game; the engine's own schema validates it. Of a round of several steps its view. */
  outcome: z.unknown(),
  /** 0 while the round is open. */
  win: nairaAmount,
  /** Real balance after the round or its newest step, decimal naira, and the version of that account. */
  balance: nairaAmount,
  version: z.number(),
  fairness: roundFairness,
  /** The bonus money in stake and win, decimal naira; missing = there was none. */
  bonus: z.optional(z.object({ staked: nairaAmount, won: nairaAmount })),
  /** The bonus whose free spin it was; nothing of the stake was the player's then. */
  freeSpinOf: z.optional(z.string()),
  /** In games of several steps all four are there: with its seeds they give the round. In a history the bet is there for every game. */
  bet: z.optional(bet),
  firstStake: z.optional(nairaAmount),
  actions: z.optional(z.array(z.unknown())),
  /** True if the rule for unfinished rounds ended it. */
  abandoned: z.optional(z.boolean()),
  /** When it ended; while it is open, when it was started. */
  at: instant,
});
export type RoundAnswer = z.infer<typeof roundAnswer>;

/**
 * `seed-changed` (409) where `seeds` is not the active pair with its next nonce: nothing is staked, and `current` is what
 * `getFairness` answers. `rules-changed` (409) where `seeds.rules` is not the version by which the game is played now, which `current`
 * names: nothing is staked. `round-open` while a round of any game is not finished. `playing-elsewhere` (409) where the newest round
 * began in another window less than a minute ago: nothing is staked, and `takesOver` plays here instead.
 */
export const playRound = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/games/:gameId/rounds',
  access: 'bound',
  params: z.strictObject({ ...playerParams.shape, gameId }),
  body: z.strictObject({
    stake: amount,
    currency: ngn,
    bet,
    /** A free spin of this bonus; the stake is that of its spins. */
    freeSpinOf: z.optional(resourceId),
    /** Missing = a client that does not bind its bets: the round is drawn with whatever is next. */
    seeds: z.optional(roundSeeds),
    /** The window of the session that the bet is made in; missing = its first. A player plays in one at a time: see `playing-elsewhere`. */
    playWindow: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))),
    /** The player has asked to go on in this window. */
    takesOver: z.optional(z.boolean()),
  }),
  answer: roundAnswer,
  status: 201,
  idempotent: true,
  action: true,
});

/**
 * One more step of an open round. `conflict` (409) where `step` is not the round's: it has gone on, on this device or on
 * another, and stands as `current` beside it; `seed-changed` (409) with the same `current` where `seeds` is not the round's.
 * `validation` where the rules don't allow the action now.
 */
export const playAction = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/rounds/:roundId/actions',
  access: 'bound',
  params: z.strictObject({ ...playerParams.shape, roundId: resourceId }),
  body: z.strictObject({
    /** Shape by game. */
    action: z.record(z.string(), z.unknown()),
    /** The step of the round that the player sees. */
    step: z.int().check(z.nonnegative()),
    /** Those of the round, whose `fairness` may be sent as it came; missing as in `playRound`. */
    seeds: z.optional(drawSeeds),
  }),
  answer: roundAnswer,
  status: 201,
  idempotent: true,
  action: true,
});

export const openRound = z.object({
  ...roundAnswer.shape,
  /** When the published rule ends it, if the player does not. */
  settlesAt: instant,
});
export type OpenRound = z.infer<typeof openRound>;

export const listOpenRounds = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/open-rounds',
  access: 'session',
  params: playerParams,
  answer: z.object({ items: z.array(openRound) }),
  etag: true,
});

/** `round-open` carries this as `current`. */
export const openRoundRef = z.object({ roundId: z.string(), gameId: z.string() });

export const roundHistoryItem = z.object({
  ...roundAnswer.shape,
  /** Missing = a provider decided the round. */
  fairness: z.optional(roundFairness),
  /**
   * In a frame: the provider who decided the round and shows how it went. Then `at` is when it began, and `open` means that its
   * win is not known yet.
   */
  provider: z.optional(z.string()),
  balanceBefore: nairaAmount,
  balanceAfter: nairaAmount,
});
export type RoundHistoryItem = z.infer<typeof roundHistoryItem>;

/** Sums over the whole period asked for, not the page. */
export const roundTotals = z.object({ rounds: z.number(), staked: nairaAmount, won: nairaAmount, net: nairaAmount });

/** The newest stretch of play, over all games and whatever the period asked for: from its first round's end to its last one's. */
export const lastVisit = z.object({ from: instant, to: instant, ...roundTotals.shape });
export type LastVisit = z.infer<typeof lastVisit>;

export const periodQuery = {
  /** First and last day, inclusive, as days in Lagos. Default: the last 30 days; at most 12 months back. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
};

export const listRounds = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/rounds',
  access: 'session',
  params: playerParams,
  query: z.object({ ...pageQuery.shape, ...periodQuery, gameId: z.optional(gameId) }),
  answer: z.object({ ...page(roundHistoryItem).shape, totals: roundTotals, lastVisit: z.optional(z.nullable(lastVisit)) }),
  etag: true,
});

export const CLIENT_SEED_CHOOSERS = ['player', 'platform'] as const;

export const seedPair = z.object({
  ...fairnessReceipt.shape,
  /** Who chose the client seed. Missing = the platform does not say. */
  clientSeedBy: z.optional(z.enum(CLIENT_SEED_CHOOSERS)),
  /** True where a bet may bring a part of its own, see `roundSeeds`. */
  takesParts: z.optional(z.boolean()),
  /** True where a bet may name the version of the rules that it is for. */
  takesRules: z.optional(z.boolean()),
  /** The commit of the pair that the next rotation starts: shown before a client seed can be chosen for it. */
  nextCommit: z.optional(z.string()),
  /** The pair before this one, its server seed revealed; null before the first rotation. */
  previous: z.nullable(z.object({ ...fairnessReceipt.shape, serverSeed: z.string() })),
});

export const getFairness = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/fairness',
  access: 'session',
  params: playerParams,
  answer: seedPair,
});

/** A pair that is used up. */
export const revealedPair = z.object({
  ...fairnessReceipt.shape,
  serverSeed: z.string(),
  revealedAt: instant,
});
export type RevealedPair = z.infer<typeof revealedPair>;

export const listRevealedPairs = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/fairness/revealed',
  access: 'session',
  params: playerParams,
  query: pageQuery,
  answer: page(revealedPair),
});

export const setClientSeed = endpoint({
  method: 'PUT',
  path: '/v1/player/:userId/fairness/client-seed',
  access: 'bound',
  params: playerParams,
  body: z.strictObject({ clientSeed, commit: z.string() }),
  answer: seedPair,
});

/**
 * With a body the new pair has that client seed, and `commit` is the `nextCommit` that it was chosen under: `conflict` (409) where
 * that is another one. Without, the platform makes the client seed.
 */
export const rotateSeeds = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/fairness/rotate',
  access: 'bound',
  params: playerParams,
  body: z.optional(z.strictObject({ clientSeed, commit })),
  answer: seedPair,
});

export const getRound = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/rounds/:roundId',
  access: 'session',
  params: z.strictObject({ ...playerParams.shape, roundId: resourceId }),
  answer: roundHistoryItem,
});
