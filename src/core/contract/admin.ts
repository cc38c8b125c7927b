import * as z from '../zod';
import { MAX_ART_CHARACTERS } from '../games/art';
import { readLagosMinute } from '../games/hidden-until';
import { endpoint } from './endpoint';
import { game } from './games';
import { amount, gameId, instant, page, pageQuery, nairaAmount } from './primitives';
import { VISIBLE } from './visible';

/** The figures of a game since the start. */
const observed = z.object({
  rounds: z.number(),
  /** Decimal naira; all stakes, those that doubling and splitting added as well. */
  staked: nairaAmount,
  won: nairaAmount,
  /** The return, as a share of the first stakes like the declared one: later stakes are taken off the wins. Missing = there were no rounds. */
  rate: z.optional(z.number()),
  /** Between what the return is with 95 % confidence, as shares of the first stakes; null while there are too few rounds to say. */
  interval: z.nullable(z.object({ low: z.number(), high: z.number() })),
  /** The declared return, or each one where bets return differently, is outside the 99.9 % interval. */
  isOff: z.boolean(),
});

/** A game as an admin sees it; `version` is what `If-Match` names (as `"<version>"`). `categories` without `new`. */
export const adminGame = z.object({
  ...game.shape,
  /** Day in Lagos from which on players see the game as new, for `NEW_DAYS`; null = it is not. */
  newFrom: z.nullable(z.iso.date()),
  /** Before this instant players neither see nor play the game; null, or missing in an older platform's answer = it is not hidden. */
  hiddenUntil: z.optional(z.nullable(instant)),
  /** An admin gave it art in place of what it came with. */
  hasGivenArt: z.optional(z.boolean()),
  version: z.number(),
  updatedAt: z.string(),
  updatedBy: z.nullable(z.string()),
  /** Decimal naira: the largest `maxStake` that may be set. */
  mostStake: z.number(),
  observed,
  /** What stands still while the game is closed: public promotions with free spins in it, and players who have such spins. Missing: nothing does. */
  uses: z.optional(z.object({ promotions: z.array(z.string()), players: z.number(), spins: z.number() })),
});
export type AdminGame = z.infer<typeof adminGame>;

export const adminGames = z.object({
  /** In the order of the lobby. */
  items: z.array(adminGame),
  /** `If-Match` of a new order names this. */
  orderVersion: z.number(),
});
export type AdminGames = z.infer<typeof adminGames>;

export const listAdminGames = endpoint({
  method: 'GET',
  path: '/v1/admin/games',
  access: 'admin',
  roles: ['games'],
  answer: adminGames,
  etag: true,
});

const CATEGORY = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'Small letters, digits and dashes.'));

const HIDDEN_UNTIL_WORDS = 'Enter a day and a time in Lagos, or none.';

/** An instant of this century without seconds, as admins type it. */
const wholeMinute = z.string().check(
  z.regex(/Z$/, HIDDEN_UNTIL_WORDS), z.refine((text) => readLagosMinute(text) !== null, HIDDEN_UNTIL_WORDS),
);

export const gamePatch = z.strictObject({
  name: z.optional(z.string().check(
    z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(60, 'At most 60 characters.'), z.regex(VISIBLE, 'Leave out characters that nobody can see.'),
  )),
  categories: z.optional(z.array(CATEGORY).check(z.maxLength(8, 'At most eight.'))),
  contribution: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
  minStake: z.optional(amount),
  maxStake: z.optional(amount),
  newFrom: z.optional(z.nullable(z.iso.date('Enter a day, or none.').check(z.regex(/^20/, 'Enter a day of this century, or none.')))),
  hiddenUntil: z.optional(z.nullable(wholeMinute)),
  enabled: z.optional(z.boolean()),
  /** A WebP picture in base64, as `core/games/art` says; null = the art that the game came with. */
  art: z.optional(z.nullable(z.string().check(z.maxLength(MAX_ART_CHARACTERS, 'This picture is too large.'), z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'This is no base64.')))),
});

export const patchAdminGame = endpoint({
  method: 'PATCH',
  path: '/v1/admin/games/:gameId',
  access: 'admin',
  roles: ['games'],
  bodyBytes: MAX_ART_CHARACTERS + 16_384,
  params: z.strictObject({ gameId }),
  body: gamePatch,
  answer: adminGame,
  action: true,
  fresh: true,
});

const order = z.array(gameId).check(z.minLength(1), z.maxLength(10_000));

/** Comes with a 412: the present order and its version. */
export const gameOrder = z.object({ order: z.array(z.string()), version: z.number() });
export type GameOrder = z.infer<typeof gameOrder>;

export const orderAdminGames = endpoint({
  method: 'PUT',
  path: '/v1/admin/game-order',
  access: 'admin',
  roles: ['games'],
  bodyBytes: 704 * 1024,
  body: z.strictObject({ order }),
  answer: gameOrder,
  action: true,
});

export const switchAdminGames = endpoint({
  method: 'PUT',
  path: '/v1/admin/games-enabled',
  access: 'admin',
  roles: ['games'],
  body: z.strictObject({ enabled: z.boolean() }),
  answer: z.object({ ...adminGames.shape, changed: z.number() }),
  action: true,
  fresh: true,
});

export const GAME_FILE_FORMATS = ['csv', 'json'] as const;
const fileFormat = z.enum(GAME_FILE_FORMATS);
export type GameFileFormat = z.infer<typeof fileFormat>;
/** The largest file of the catalogue that fits into a call. */
export const MAX_GAME_FILE_CHARACTERS = 900_000;
export const MAX_GAME_FILE_ROWS = 5_000;
/** An answer names so many refused rows. */
export const MAX_NAMED_REFUSALS = 200;

/** Writes the catalogue as a file that `importGames` takes; a line of the audit trail says so. */
export const exportGames = endpoint({
  method: 'POST',
  path: '/v1/admin/games-export',
  access: 'admin',
  roles: ['games'],
  body: z.strictObject({ format: fileFormat }),
  answer: z.object({ text: z.string(), games: z.number() }),
  action: true,
});

const gameFields = z.object({
  name: z.optional(z.string()),
  categories: z.optional(z.array(z.string())),
  contribution: z.optional(z.number()),
  minStake: z.optional(nairaAmount),
  maxStake: z.optional(nairaAmount),
  newFrom: z.optional(z.nullable(z.string())),
  hiddenUntil: z.optional(z.nullable(z.string())),
  enabled: z.optional(z.boolean()),
});

/** The difference between a file and the catalogue. A 412 has it as `current`. */
export const gameImport = z.object({
  /** The catalogue that the file was compared with: an import names it, and is refused when the catalogue has changed since. */
  revision: z.number(),
  rows: z.number(),
  /** `line` counts the lines of a CSV file from 1, and the games of a JSON file from 1. */
  changes: z.array(z.object({ line: z.number(), gameId: z.string(), name: z.string(), before: gameFields, after: gameFields })),
  /** The first ones; nothing is changed while there is one. */
  refused: z.array(z.object({ line: z.number(), gameId: z.string(), message: z.string() })),
  refusedCount: z.number(),
  applied: z.boolean(),
});
export type GameImport = z.infer<typeof gameImport>;

/** Without `revision` it says what a file would change; with it, it changes exactly that. */
export const importGames = endpoint({
  method: 'POST',
  path: '/v1/admin/games-import',
  access: 'admin',
  roles: ['games'],
  bodyBytes: 3 * MAX_GAME_FILE_CHARACTERS + 1_024,
  body: z.strictObject({
    format: fileFormat,
    text: z.string().check(z.minLength(1, 'The file is empty.'), z.maxLength(MAX_GAME_FILE_CHARACTERS, 'The file is too large: at most 900 kB.')),
    revision: z.optional(z.number().check(z.int(), z.minimum(0))),
  }),
  answer: gameImport,
  action: true,
  fresh: true,
});

/** A line of the audit trail. */
export const auditItem = z.object({
  /** Its number in the chain. */
  no: z.number(),
  at: instant,
  /** Username, or the platform itself. */
  by: z.string(),
  action: z.string(),
  subject: z.string(),
  /** Null where nothing was there before. */
  before: z.unknown(),
  after: z.unknown(),
  /** SHA-256 over the line and the one before it, hex. */
  hash: z.string(),
});
export type AuditItem = z.infer<typeof auditItem>;

/** The lines that somebody looks for. */
export const auditFilter = z.object({
  /** The username of who did it. */
  by: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(64))),
  action: z.optional(z.string().check(z.regex(/^[a-z-]{1,64}$/))),
  /** Whom or what it was about: an id, or a username. */
  about: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(64))),
  /** Days in Lagos, both within. */
  from: z.optional(z.iso.date('Enter a day.')),
  to: z.optional(z.iso.date('Enter a day.')),
});
export type AuditFilter = z.infer<typeof auditFilter>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/v1/admin/audit',
  access: 'admin',
  // Games: the history of one game.
  roles: ['owner', 'risk', 'games'],
  query: z.object({ ...pageQuery.shape, subject: z.optional(z.string().check(z.regex(/^[0-9A-Za-z_-]{1,64}$/))), ...auditFilter.shape }),
  answer: page(auditItem),
});

/** An export holds this many lines at most, the newest. */
export const MOST_EXPORTED_LINES = 5_000;

/** Writes the lines that fit as a CSV file; a line of the trail says so. */
export const exportAudit = endpoint({
  method: 'POST',
  path: '/v1/admin/audit/export',
  access: 'admin',
  roles: ['owner', 'risk'],
  body: z.strictObject(auditFilter.shape),
  answer: z.object({ csv: z.string(), lines: z.number(), hasMore: z.boolean() }),
  action: true,
  stepUp: true,
});

/** How far the chain of the trail is verified. */
export const auditChain = z.object({
  lines: z.number(),
  /** The walk under way has verified so many. */
  reached: z.number(),
  /** The last walk from the first line to the end; null: none yet. */
  verified: z.nullable(z.object({ to: z.number(), at: instant })),
  /** The first line that is wrong. */
  broken: z.nullable(z.object({ line: z.number(), how: z.enum(['number', 'hash', 'head']), since: instant })),
});
export type AuditChain = z.infer<typeof auditChain>;

export const readAuditChain = endpoint({
  method: 'GET',
  path: '/v1/admin/audit/chain',
  access: 'admin',
  roles: ['owner', 'risk'],
  answer: auditChain,
});
