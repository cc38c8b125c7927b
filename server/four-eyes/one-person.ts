/**
 * Whose decisions count as those of several persons. Several accounts can be one person's, so an account counts by itself only
 * once somebody else has confirmed it (`admin_eyes`), and two accounts that share an identity, a phone, a browser or a
 * network are taken for one.
 */
import { BlockList, isIPv6 } from 'node:net';
import { dateTime, DAY_MS } from '../../src/core/time';
import type { Db } from '../ledger/accounts';
import type { Platform } from '../platform';
import type { Origin } from './traces';

/** Money waits so long for somebody who has just become an admin: the others have time to notice. */
export const MONEY_WAIT_MS = DAY_MS;
/** Two accounts that used one browser within so long, or around a yes that one of them gave, are taken for one person. */
export const DEVICE_MEMORY_MS = 30 * DAY_MS;
/** The same for a network (an IPv4 address, or the /64 of an IPv6 one). */
export const NETWORK_MEMORY_MS = DAY_MS;

export type SamePersonReason = 'unconfirmed' | 'identity' | 'phone' | 'device' | 'network';

/** With whom an admin counts as one person, and what tells. */
export interface SamePersonMatch {
  readonly userId: string;
  readonly username: string;
  readonly by: SamePersonReason;
}

export interface DecisionContext {
  readonly adminId: string;
  readonly now: Date;
  /** IP addresses and networks where several admins work: sharing one of them tells nothing. */
  readonly officeNetworks: readonly string[];
}

export function createDecisionContext(platform: Pick<Platform, 'config' | 'now'>, adminId: string): DecisionContext {
  return { adminId, now: platform.now(), officeNetworks: platform.config.adminOfficeNetworks };
}

/** Somebody whose decision stands beside the admin's; or an account alone, where nothing was decided yet. */
export interface OtherAdmin {
  readonly userId: string;
  /** The yes that they gave, and what was noted of where. */
  readonly approval?: { readonly at: Date } & Origin;
}

interface SharedRow {
  /** Of `others`, from 1. */
  readonly nr: number;
  readonly user_id: string;
  readonly username: string;
  readonly unconfirmed: boolean;
  readonly identity: boolean;
  readonly phone: boolean;
  readonly device: boolean;
  readonly networks: readonly string[];
}

/**
 * What both were seen with lately; and what a yes was given from, where the admin was seen with it around then or at any time
 * since: waiting makes nobody another person. What was traced before somebody on the server confirmed one of the two as a person
 * of their own tells nothing.
 */
const SHARED_TRACES = `WITH other AS (
    SELECT * FROM unnest($2::text[], $3::timestamptz[], $4::text[], $5::text[]) WITH ORDINALITY AS o (user_id, at, network, device, nr)),
  memory (kind, span) AS (VALUES ('device', $7::float8 * interval '1 millisecond'), ('network', $8::float8 * interval '1 millisecond')),
  told AS (
    SELECT user_id, CASE WHEN confirmed_by IS NULL THEN confirmed_at END AS on_server_at FROM admin),
  shared AS (
    SELECT o.nr, o.user_id, a.kind, a.trace, least(a.last_at, b.last_at) AS at
    FROM other o JOIN admin_trace b USING (user_id) JOIN admin_trace a ON a.kind = b.kind AND a.trace = b.trace JOIN memory m ON m.kind = a.kind
    WHERE a.user_id = $1 AND least(a.last_at, b.last_at) > $6::timestamptz - m.span
    UNION ALL
    SELECT o.nr, o.user_id, a.kind, a.trace, a.last_at
    FROM other o JOIN admin_trace a ON a.trace = CASE a.kind WHEN 'device' THEN o.device ELSE o.network END JOIN memory m ON m.kind = a.kind
    WHERE a.user_id = $1 AND a.last_at > o.at - m.span),
  traces AS (
    SELECT s.* FROM shared s JOIN told me ON me.user_id = $1 JOIN told it ON it.user_id = s.user_id
    WHERE s.at > coalesce(greatest(me.on_server_at, it.on_server_at), '-infinity'))`;

const SHARED_FACTS = `
  SELECT n.nr::int AS nr, o.user_id, o.username,
    coalesce(admin_eyes(o.user_id) = admin_eyes(me.user_id), true) AS unconfirmed,
    EXISTS (SELECT FROM player_person a JOIN player_person b USING (person_hash) WHERE a.user_id = o.user_id AND b.user_id = me.user_id) AS identity,
    o.phone IS NOT NULL AND o.phone IS NOT DISTINCT FROM me.phone AS phone,
    EXISTS (SELECT FROM traces t WHERE t.nr = n.nr AND t.kind = 'device') AS device,
    ARRAY(SELECT t.trace FROM traces t WHERE t.nr = n.nr AND t.kind = 'network') AS networks
  FROM other n JOIN player o USING (user_id) JOIN player me ON me.user_id = $1 AND o.user_id <> me.user_id`;

/** For each of `others`, in their order: what makes the admin count as one person with them, or null. */
export async function findSamePersons(
  db: Db,
  { adminId, now, officeNetworks }: DecisionContext,
  others: readonly OtherAdmin[],
): Promise<readonly (SamePersonMatch | null)[]> {
  if (others.length === 0) return [];
  const { rows } = await db.query<SharedRow>(`${SHARED_TRACES}${SHARED_FACTS}`, [
    adminId,
    others.map(({ userId }) => userId),
    others.map(({ approval }) => approval?.at ?? null),
    others.map(({ approval }) => approval?.network ?? null),
    others.map(({ approval }) => approval?.device ?? null),
    now, DEVICE_MEMORY_MS, NETWORK_MEMORY_MS,
  ]);
  const isOffice = createOfficeCheck(officeNetworks);
  const rowsByNumber = new Map(rows.map((row) => [row.nr, row]));
  return others.map((_, index) => {
    const row = rowsByNumber.get(index + 1);
    const by = row === undefined ? null : samePersonReason(row, isOffice);
    return row === undefined || by === null ? null : { userId: row.user_id, username: row.username, by };
  });
}

function samePersonReason(row: SharedRow, isOffice: (network: string) => boolean): SamePersonReason | null {
  if (row.unconfirmed) return 'unconfirmed';
  if (row.identity) return 'identity';
  if (row.phone) return 'phone';
  if (row.device) return 'device';
  return row.networks.some((network) => !isOffice(network)) ? 'network' : null;
}

/** Whether a traced network is one of the operator's own. */
export function createOfficeCheck(officeNetworks: readonly string[]): (network: string) => boolean {
  // A list of each: in a common one every IPv4 address is inside of `::/64` (as ::ffff:…), which the office `::1` stands for.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const each of officeNetworks) {
    const [address = '', bits] = each.split('/');
    // Of an IPv6 address the /64 was traced, so nothing narrower can be compared.
    if (isIPv6(address)) lists.ipv6.addSubnet(address, Math.min(64, Number(bits ?? 64)), 'ipv6');
    else lists.ipv4.addSubnet(address, Number(bits ?? 32), 'ipv4');
  }
  return (network) => {
    const [address = ''] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    return lists[family].check(address, family);
  };
}

/** The first of `others` with whom the admin counts as one person, in their order; null where they are different persons. */
export async function findSamePerson(db: Db, context: DecisionContext, others: readonly OtherAdmin[]): Promise<SamePersonMatch | null> {
  return (await findSamePersons(db, context, others)).find((match) => match !== null) ?? null;
}

/** From when on an admin may decide about money; null: they may now. */
export function moneyDecisionsFrom(since: Date, now: Date): Date | null {
  const from = new Date(since.getTime() + MONEY_WAIT_MS);
  return from > now ? from : null;
}

/** The same, asked of the database. Somebody who was never let in may not at all. */
export async function readMoneyDecisionsFrom(db: Db, adminId: string, now: Date): Promise<Date | null> {
  const { rows } = await db.query<{ since: Date }>('SELECT since FROM admin WHERE user_id = $1 AND ended_at IS NULL', [adminId]);
  return moneyDecisionsFrom(rows[0]?.since ?? now, now);
}

/** How many persons the admins are, as far as anybody confirmed. */
export async function countPersons(db: Db): Promise<number> {
  const { rows } = await db.query<{ persons: number }>('SELECT count(DISTINCT admin_eyes(user_id)) AS persons FROM admin WHERE ended_at IS NULL');
  return rows[0]?.persons ?? 0;
}

const COMMAND = 'npm run admin:confirm';

/** Why an admin counts as one person with another one, and what to do. */
export function describeSamePerson({ username, by }: SamePersonMatch): string {
  const other = `You and ${username}`;
  switch (by) {
    case 'unconfirmed':
      return `${other} count as one person: one let the other in, and nobody else has confirmed that you are two. Another admin can do that under People, or somebody on the server with “${COMMAND}”.`;
    case 'identity':
      return `${other} have the same verified identity, so you count as one person. Somebody else has to decide.`;
    case 'phone':
      return `${other} have the same phone number, so you count as one person. Each needs a number of their own, or somebody else has to decide.`;
    case 'device':
      return `${other} have used the same browser, so you count as one person. Somebody else has to decide; if you are two, somebody on the server can confirm it with “${COMMAND}”.`;
    case 'network':
      return `${other} have worked from the same network, so you count as one person here. Somebody elsewhere has to decide. The operator can name the networks of an office in ADMIN_OFFICE_NETWORKS.`;
  }
}

/** Why an admin's decision about money has to wait. */
export function describeTooNew(from: Date): string {
  return `You became an admin less than 24 hours ago. You can decide about money from ${dateTime(from.getTime())} (Lagos).`;
}
