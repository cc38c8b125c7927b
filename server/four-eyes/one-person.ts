/**
 * Decides which admins count as different persons. One person can have several accounts, so an account counts by itself only
 * after somebody else has confirmed it (`admin_eyes`), and two accounts that share an identity, a phone, a browser or a network
 * count as one person.
 */
import { BlockList, isIPv6 } from 'node:net';
import { DAY_MS } from '../../src/core/time';
import type { Db } from '../ledger/accounts';
import type { Platform } from '../platform';
import type { Origin } from './traces';

/**
 * Two accounts count as one person where both used a browser within this time, or one of them used it this close to an approval
 * that the other gave from it.
 */
export const DEVICE_MEMORY_MS = 30 * DAY_MS;
/** The same time for a network (an IPv4 address, or the /64 of an IPv6 address). */
export const NETWORK_MEMORY_MS = DAY_MS;

export type SamePersonReason = 'unconfirmed' | 'identity' | 'phone' | 'device' | 'network';

/** Names the admin who counts as the same person, and the reason. */
export interface SamePersonMatch {
  readonly userId: string;
  readonly username: string;
  readonly by: SamePersonReason;
}

export interface DecisionContext {
  readonly adminId: string;
  readonly now: Date;
  /** Several admins work on these IP addresses and networks, so sharing one of them is no reason. */
  readonly officeNetworks: readonly string[];
}

export function createDecisionContext(platform: Pick<Platform, 'config' | 'now'>, adminId: string): DecisionContext {
  return { adminId, now: platform.now(), officeNetworks: platform.config.adminOfficeNetworks };
}

/** Another admin to compare with: one who has given an approval, or an account alone where nothing was decided yet. */
export interface OtherAdmin {
  readonly userId: string;
  /** The approval that they gave, with its network and browser. */
  readonly approval?: { readonly at: Date } & Origin;
}

interface SharedRow {
  /** The position in `others`, counted from 1. */
  readonly nr: number;
  readonly user_id: string;
  readonly username: string;
  /** True where one of the two let the other in, and nobody else has confirmed that they are two. */
  readonly unconfirmed: boolean;
  readonly identity: boolean;
  readonly phone: boolean;
  readonly device: boolean;
  /** The networks that both used; those of an office are among them. */
  readonly networks: readonly string[];
}

/**
 * Compares the admin `$1` with each of the others. Accounts share a browser or a network where both used it lately, or where an approval of
 * the other one came from it and the admin has used it around that time or since: waiting makes nobody another person. A confirmation on the
 * server says that an admin is a person of their own, so traces from before it don't count.
 */
const SHARED_FACTS = `
  WITH
  -- The accounts to compare with, numbered from 1, each with its approval's time, network and browser where it has given one.
  other AS (
    SELECT * FROM unnest($2::text[], $3::timestamptz[], $4::text[], $5::text[]) WITH ORDINALITY AS o (user_id, at, network, device, nr)),

  -- For each kind of trace, how long it counts.
  memory (kind, span) AS (
    VALUES ('device', $7::float8 * interval '1 millisecond'), ('network', $8::float8 * interval '1 millisecond')),

  -- For each admin, when they were confirmed on the server; null where another admin confirmed them, or nobody.
  confirmation AS (
    SELECT user_id, CASE WHEN confirmed_by IS NULL THEN confirmed_at END AS on_server_at FROM admin),

  -- Each browser and network that the admin shares with another account, with the time up to which they shared it.
  shared AS (
    -- Those that both accounts used lately.
    SELECT o.nr, o.user_id, own.kind, own.trace, least(own.last_at, theirs.last_at) AS at
    FROM other o JOIN admin_trace theirs USING (user_id) JOIN admin_trace own ON own.kind = theirs.kind AND own.trace = theirs.trace
      JOIN memory m ON m.kind = own.kind
    WHERE own.user_id = $1 AND least(own.last_at, theirs.last_at) > $6::timestamptz - m.span
    UNION ALL
    -- Those that the other account's approval came from.
    SELECT o.nr, o.user_id, own.kind, own.trace, own.last_at
    FROM other o JOIN admin_trace own ON own.trace = CASE own.kind WHEN 'device' THEN o.device ELSE o.network END
      JOIN memory m ON m.kind = own.kind
    WHERE own.user_id = $1 AND own.last_at > o.at - m.span),

  -- Those of them that neither account's confirmation on the server has cleared.
  traces AS (
    SELECT s.* FROM shared s JOIN confirmation mine ON mine.user_id = $1 JOIN confirmation theirs ON theirs.user_id = s.user_id
    WHERE s.at > coalesce(greatest(mine.on_server_at, theirs.on_server_at), '-infinity'))

  -- For each other account, which facts it shares with the admin.
  SELECT n.nr::int AS nr, o.user_id, o.username,
    coalesce(admin_eyes(o.user_id) = admin_eyes(me.user_id), true) AS unconfirmed,
    EXISTS (SELECT FROM player_person a JOIN player_person b USING (person_hash) WHERE a.user_id = o.user_id AND b.user_id = me.user_id) AS identity,
    o.phone IS NOT NULL AND o.phone IS NOT DISTINCT FROM me.phone AS phone,
    EXISTS (SELECT FROM traces t WHERE t.nr = n.nr AND t.kind = 'device') AS device,
    ARRAY(SELECT t.trace FROM traces t WHERE t.nr = n.nr AND t.kind = 'network') AS networks
  FROM other n JOIN player o USING (user_id) JOIN player me ON me.user_id = $1 AND o.user_id <> me.user_id`;

/** Returns, for each of `others` in their order, why the admin counts as the same person; null where they are different persons. */
export async function findSamePersons(
  db: Db,
  { adminId, now, officeNetworks }: DecisionContext,
  others: readonly OtherAdmin[],
): Promise<readonly (SamePersonMatch | null)[]> {
  if (others.length === 0) return [];
  const { rows } = await db.query<SharedRow>(SHARED_FACTS, [
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

/** Returns a function that says whether a traced network is one of the operator's own. */
export function createOfficeCheck(officeNetworks: readonly string[]): (network: string) => boolean {
  // Each family has its own list, because in a common one `::/64` (from the office `::1`) would contain every IPv4 address (as
  // ::ffff:…).
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const each of officeNetworks) {
    const [address = '', bits] = each.split('/');
    // A trace holds the /64 of an IPv6 address, so we can't compare anything narrower.
    if (isIPv6(address)) lists.ipv6.addSubnet(address, Math.min(64, Number(bits ?? 64)), 'ipv6');
    else lists.ipv4.addSubnet(address, Number(bits ?? 32), 'ipv4');
  }
  return (network) => {
    const [address = ''] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    return lists[family].check(address, family);
  };
}

/** Returns the first of `others` who counts as the same person; null where all are different persons. */
export async function findSamePerson(db: Db, context: DecisionContext, others: readonly OtherAdmin[]): Promise<SamePersonMatch | null> {
  return (await findSamePersons(db, context, others)).find((match) => match !== null) ?? null;
}

/** Counts the persons among the admins; an admin whom nobody has confirmed counts with their inviter. */
export async function countPersons(db: Db): Promise<number> {
  const { rows } = await db.query<{ persons: number }>('SELECT count(DISTINCT admin_eyes(user_id)) AS persons FROM admin WHERE ended_at IS NULL');
  return rows[0]?.persons ?? 0;
}

const COMMAND = 'npm run admin:confirm';

/** Tells the admin why they count as one person with another one, and what they can do. */
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
      return `${other} have worked from the same network, so you count as one person here. An admin on another network has to decide. The operator can name the networks of an office in ADMIN_OFFICE_NETWORKS.`;
  }
}
