/** The secrets of two people of the team that decide a draw without a beacon: committed to before, revealed after the entries are frozen. */
import * as z from '../zod';
import { DRAW_SOURCES, SECRET_PATTERN } from '../draw-kinds';
import { endpoint } from './endpoint';
import { date, instant, resourceId } from './primitives';

/** A draw that is not over, as an admin sees it. */
export const adminDraw = z.object({
  drawId: z.string(),
  week: date,
  closesAt: instant,
  frozenAt: z.nullable(instant),
  entriesHash: z.nullable(z.string()),
  entries: z.number(),
  /** The try that runs. */
  attempt: z.number(),
  source: z.enum(DRAW_SOURCES),
  /** When the beacon's round is published. */
  beaconAt: z.nullable(instant),
  until: z.nullable(instant),
  commits: z.array(z.object({
    /** Username. */
    by: z.string(),
    isOwn: z.boolean(),
    commit: z.string(),
    at: instant,
    revealedAt: z.nullable(instant),
  })),
  /** How many tries were void before. */
  voided: z.number(),
  canCommit: z.boolean(),
  /** Why a commit of the admin who asks would not count, in the platform's words; null where it would, or none is needed. */
  whyNot: z.nullable(z.string()),
  canReveal: z.boolean(),
});
export type AdminDraw = z.infer<typeof adminDraw>;

export const listAdminDraws = endpoint({
  method: 'GET',
  path: '/v1/admin/draws',
  access: 'admin',
  roles: ['games'],
  answer: z.object({ items: z.array(adminDraw) }),
  etag: true,
});

const params = z.strictObject({ drawId: resourceId });
const attempt = z.number().check(z.int(), z.minimum(1));

/** 409 `conflict` where that try is over, two have committed, or the admin has committed to something else; 403 `not-counted`. */
export const commitDrawSecret = endpoint({
  method: 'POST',
  path: '/v1/admin/draws/:drawId/commits',
  access: 'admin',
  roles: ['games'],
  params,
  body: z.strictObject({ attempt, commit: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  answer: adminDraw,
  status: 201,
  action: true,
  fresh: true,
});

/** 409 `conflict` before the entries are frozen and two have committed, and after the time for it; 400 for another secret than was committed to. */
export const revealDrawSecret = endpoint({
  method: 'POST',
  path: '/v1/admin/draws/:drawId/secrets',
  access: 'admin',
  roles: ['games'],
  params,
  body: z.strictObject({ attempt, secret: z.string().check(z.regex(SECRET_PATTERN, 'A secret is 32 characters of 0-9 and a-f.')) }),
  answer: adminDraw,
  action: true,
  fresh: true,
});
