import type { FaultRow, Tool } from './coverage';

const PLATFORM: readonly Tool[] = ['platform'];

const row = (id: string, fault: string, tools: readonly Tool[] = PLATFORM): FaultRow => ({ id, tools, fault });

/** The proofs that money happens exactly once, whatever breaks. */
export const MONEY_ROWS: readonly FaultRow[] = [
  row('MT1', 'random commands of all kinds against a small pure model'),
  row('MT2', 'a seeded simulation of network, clock and gateway, faults first, then everything heals'),
  row('MT3', 'a bank whose connections are ended at random'),
  row('MT4', 'races: equal submits, drains, a hot account, two approvals, a stake against an exclusion, also on another account of the person'),
  row('MT5', 'chaos over HTTP with the client’s own code'),
  row('MT6', 'kill -9 of platform and database at random moments, also at the first start and in a migration'),
  row('MT7', 'notifications of a gateway that are false, stale, changed, repeated, out of order'),
  row('MT8', 'a second process on the same data directory'),
  row('MT9', 'reconciliation against a gateway’s statement'),
  // Killing them takes minutes and is the long run's; here it is shown that each still applies and names a test.
  row('MT10', 'defects put in on purpose, each killed by a named test', ['VT']),
];
