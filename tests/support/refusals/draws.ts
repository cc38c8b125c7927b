/** Refusals of the calls by which two admins decide a draw. */
import { createHash, randomBytes } from 'node:crypto';
import { newId } from '../../../server/ids';
import { commitDrawSecret } from '../../../src/core/contract/draw-commits';
import { secretCommitOf } from '../../../src/core/draw-secret';
import { commitOf } from '../../../src/core/fairness/draws';
import type { TestClient } from '../http-client';
import type { TestPlatform } from '../platform';
import { TEST_SEED_KEYS, registerTestKey } from '../seed-keys';
import { adminInvitedBy, makeAdminWith } from './admins';
import { refusal } from './refusal';
import type { Refusal } from './refusal';
import type { AllowedChanges } from './state';

const HOUR_MS = 60 * 60_000;
const NO_ENTRIES = createHash('sha256').update('').digest('hex');
const DAY_MS = 24 * HOUR_MS;
/** A week far from those of the job. It counts over the whole file, so that no two draws get the same week. */
let weekMs = Date.parse('2031-01-06T00:00:00Z');

interface StagedDraw {
  readonly drawId: string;
  readonly params: { readonly drawId: string };
}

/** Makes a draw that closed an hour ago, without entries, and waits for two admins. */
async function makeDraw({ pool, platform }: TestPlatform): Promise<StagedDraw> {
  await registerTestKey(pool);
  const drawId = newId({ randomBytes });
  const keyId = TEST_SEED_KEYS.currentId;
  const now = platform.now().getTime();
  weekMs += 7 * DAY_MS;
  await pool.query(
    `INSERT INTO draw (draw_id, promotion_id, week, opens_at, closes_at, key_id, commit_hash, prizes, rules, created_at)
     VALUES ($1, 'giveaway', $2, $3, $4, $5, $6, '{100}', 2, $3)`,
    [drawId, new Date(weekMs).toISOString().slice(0, 10), new Date(now - DAY_MS), new Date(now - HOUR_MS), keyId, commitOf(await TEST_SEED_KEYS.seedOf(keyId, 'draw', drawId))],
  );
  await pool.query(`INSERT INTO draw_attempt (draw_id, number, source, named_at) VALUES ($1, 1, 'admins', $2)`, [drawId, new Date(now - DAY_MS)]);
  return { drawId, params: { drawId } };
}

const newSecret = (): string => randomBytes(16).toString('hex');
const bodyFor = (secret: string, attempt = 1) => ({ attempt, commit: secretCommitOf(secret) });

async function commit(client: TestClient, { params }: StagedDraw, secret = newSecret()): Promise<string> {
  const { status, text } = await client.call(commitDrawSecret, { params, body: bodyFor(secret) });
  if (status !== 201) throw new Error(text);
  return secret;
}

async function freeze({ pool, platform }: TestPlatform, { drawId }: StagedDraw): Promise<void> {
  await pool.query('UPDATE draw SET frozen_at = $2, entries_hash = $3 WHERE draw_id = $1', [drawId, platform.now(), NO_ENTRIES]);
}

/** A frozen draw with two commits, the first of which is the client's. */
async function makeRevealable(site: TestPlatform, msLeft: number): Promise<StagedDraw & { readonly client: TestClient; readonly secret: string }> {
  const draw = await makeDraw(site);
  const client = await site.signUpAdmin();
  const secret = await commit(client, draw);
  await commit(await site.signUpAdmin(), draw);
  await freeze(site, draw);
  await site.pool.query('UPDATE draw_attempt SET ends_at = $2 WHERE draw_id = $1', [draw.drawId, new Date(site.platform.now().getTime() + msLeft)]);
  return { ...draw, client, secret };
}

const TRAIL: AllowedChanges = { why: 'the trail tells of a secret that does not count', rows: { admin_audit: `action = 'draw-commit-not-counted'` }, columns: { admin_audit_head: ['hash', 'length'] } };

export const DRAW_REFUSALS: readonly Refusal[] = [
  refusal('commitDrawSecret', 'there is no such draw', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
  refusal('commitDrawSecret', 'of another try', 'conflict', async (site) => ({ client: await site.signUpAdmin(), body: bodyFor(newSecret(), 2), params: (await makeDraw(site)).params })),
  refusal('commitDrawSecret', 'to another secret than before', 'conflict', async (site) => {
    const draw = await makeDraw(site);
    const client = await site.signUpAdmin();
    await commit(client, draw);
    return { client, params: draw.params, body: bodyFor(newSecret()) };
  }),
  refusal('commitDrawSecret', 'to the secret of another admin', 'conflict', async (site) => {
    const draw = await makeDraw(site);
    const secret = await commit(await site.signUpAdmin(), draw);
    return { client: await site.signUpAdmin(), params: draw.params, body: bodyFor(secret) };
  }),
  refusal('commitDrawSecret', 'two others have', 'conflict', async (site) => {
    const draw = await makeDraw(site);
    for (const admin of [await site.signUpAdmin(), await site.signUpAdmin()]) await commit(admin, draw);
    return { client: await site.signUpAdmin(), params: draw.params, body: bodyFor(newSecret()) };
  }),
  refusal('commitDrawSecret', 'by somebody whom the other one let in', 'not-counted', async (site) => {
    const draw = await makeDraw(site);
    const first = await site.signUpAdmin();
    await commit(first, draw);
    return { client: await adminInvitedBy(site, first), params: draw.params, body: bodyFor(newSecret()) };
  }, TRAIL),
  refusal('commitDrawSecret', 'by somebody who has just become an admin', 'not-counted', async (site) => ({
    client: await makeAdminWith(site, { since: site.platform.now() }), params: (await makeDraw(site)).params, body: bodyFor(newSecret()),
  }), TRAIL),
  refusal('commitDrawSecret', 'by somebody who kept a secret back', 'not-counted', async (site) => {
    const { client, params, drawId } = await makeRevealable(site, HOUR_MS);
    await site.pool.query(`UPDATE draw_attempt SET voided_at = $2, void_reason = 'not-revealed' WHERE draw_id = $1`, [drawId, site.platform.now()]);
    await site.pool.query(`INSERT INTO draw_attempt (draw_id, number, source, named_at) VALUES ($1, 2, 'admins', $2)`, [drawId, site.platform.now()]);
    return { client, params, body: bodyFor(newSecret(), 2) };
  }, TRAIL),
  refusal('revealDrawSecret', 'there is no such draw', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
  refusal('revealDrawSecret', 'they have none in it', 'conflict', async (site) => ({ client: await site.signUpAdmin(), params: (await makeRevealable(site, HOUR_MS)).params })),
  refusal('revealDrawSecret', 'entries are not frozen yet', 'conflict', async (site) => {
    const draw = await makeDraw(site);
    const client = await site.signUpAdmin();
    const secret = await commit(client, draw);
    await commit(await site.signUpAdmin(), draw);
    return { client, params: draw.params, body: { attempt: 1, secret } };
  }),
  refusal('revealDrawSecret', 'the other one has not committed', 'conflict', async (site) => {
    const draw = await makeDraw(site);
    const client = await site.signUpAdmin();
    const secret = await commit(client, draw);
    await freeze(site, draw);
    return { client, params: draw.params, body: { attempt: 1, secret } };
  }),
  refusal('revealDrawSecret', 'the time for it is over', 'conflict', async (site) => {
    const { client, params, secret } = await makeRevealable(site, 0);
    return { client, params, body: { attempt: 1, secret } };
  }),
  refusal('revealDrawSecret', 'it is another one', 'validation', async (site) => {
    const { client, params } = await makeRevealable(site, HOUR_MS);
    return { client, params, body: { attempt: 1, secret: newSecret() } };
  }),
];
