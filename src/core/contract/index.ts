import * as admin from './admin';
import * as admins from './admins';
import * as approvals from './approvals';
import * as auth from './auth';
import * as bonuses from './bonuses';
import * as cashier from './cashier';
import * as consents from './consents';
import * as corrections from './corrections';
import * as deskPlayerActs from './desk-player-acts';
import * as deskPlayers from './desk-players';
import * as details from './details';
import * as drawCommits from './draw-commits';
import * as draws from './draws';
import type { Endpoint } from './endpoint';
import * as favourites from './favourites';
import * as frames from './frames';
import * as games from './games';
import * as identity from './identity';
import * as leaderboard from './leaderboard';
import * as lookalikes from './lookalikes';
import * as passkeys from './passkeys';
import * as passwords from './passwords';
import * as paymentCases from './payment-cases';
import * as place from './place';
import * as platform from './platform';
import * as player from './player';
import * as promotions from './promotions';
import * as protection from './protection';
import * as risk from './risk';
import * as refusedBets from './refused-bets';
import * as reports from './reports';
import * as secondFactor from './second-factor';
import * as sessions from './sessions';
import * as statement from './statement';
import * as support from './support';
import * as supportTeam from './support-team';
import * as today from './today';
import * as withdrawals from './withdrawals';

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}

/**
 * Every call of the platform by its name: the table that the OpenAPI document and the guard tests go through.
 * For the platform and the tests only: a page imports the one module it needs, to keep its chunk small.
 */
export const ENDPOINTS: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  [
    platform, place, auth, passwords, sessions, player, consents, details, identity, protection, games, refusedBets, frames, favourites,
    cashier, withdrawals, statement, bonuses, promotions, draws, drawCommits, leaderboard, support, supportTeam, admin, approvals, corrections,
    paymentCases, admins, lookalikes, deskPlayers, deskPlayerActs, risk, reports, secondFactor, passkeys, today,
  ].flatMap((module) =>
    Object.entries(module).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
  ),
);
