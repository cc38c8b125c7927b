import * as z from '../zod';
import { endpoint } from './endpoint';

export const health = z.object({
  status: z.enum(['ok', 'degraded', 'down']),
  version: z.string(),
  /**
   * The database's state. While `status` is `degraded`, it answers questions; `disk-full` may also be why it is `down`; with
   * `disk-short` only money and protection are served. Others may be added.
   */
  database: z.enum(['up', 'down', 'read-only', 'disk-full', 'disk-short', 'out-of-resources']),
  /** False when money can't be moved; the status is 503 then. */
  money: z.boolean(),
});

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  access: 'public',
  answer: health,
});

/** The capabilities that the platform behind `/api` may have; the app hides what needs a missing one. */
export const CAPABILITIES = [
  'sign-in', 'account', 'games', 'rounds', 'steps', 'deposits', 'histories', 'operations', 'closing-keys', 'withdraw-consent', 'consent-receipts',
  'details', 'fairness', 'binding', 'withdrawals', 'identity', 'statement', 'admin', 'approvals', 'corrections', 'admins', 'lookalikes',
  'desk-players', 'risk', 'today', 'reports',
  'passwords', 'sessions', 'archive', 'closure', 'protection', 'place', 'bonuses', 'promotions', 'leaderboard', 'support', 'favourites',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** `GET /config.json` of the host (not below `/api`): what the app must know before it draws. */
export const hostConfig = z.object({
  capabilities: z.array(z.string()),
  /** Base of the content-delivery host, no slash at the end. */
  cdnUrl: z.string(),
  /** `ask`: post what the player accepted; `implied`: post every missing tag. */
  consentPolicy: z.enum(['ask', 'implied']),
  version: z.string(),
  /** Where page views go of players who agreed to it; missing = nowhere. */
  pixelUrl: z.optional(z.string()),
  /** The host could not ask the platform yet: it may be able to do more than is said here. Missing = no. */
  provisional: z.optional(z.boolean()),
});
export type HostConfig = z.infer<typeof hostConfig>;
/** The configuration that a device keeps: an answer from before the host has asked its platform must not replace a better one. */
export const keptHostConfig = hostConfig.check(z.refine(({ provisional }) => provisional !== true));

/** `GET /version.json` of the host: which build it serves. */
export const hostVersion = z.object({
  version: z.string(),
  /** `off`: the operator has switched it off; what is at `/sw.js` takes every installed one away. */
  serviceWorker: z.enum(['on', 'off']),
  /** Bytes that keeping the whole app on a device transfers, once; 0 where there is nothing to keep. */
  offlineBytes: z.number(),
});
export type HostVersion = z.infer<typeof hostVersion>;
