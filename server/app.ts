/** Makes the embedded platform as one HTTP application: every domain is registered, and nothing listens yet. */
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { registerAccounts, createSessionDirectory } from './accounts';
import { createAdminDirectory, registerApprovals, registerAdminAccounts, registerAdmin } from './admin';
import { registerBonuses } from './bonuses';
import { registerCashier, registerStatement, createGateways } from './cashier';
import { registerClosure } from './closure';
import type { Config } from './config';
import { registerCorrections } from './corrections';
import type { ChangeFeed } from './db/change-feed';
import { registerDeskPlayers } from './desk-players';
import { registerDeskWork } from './desk-work';
import { createDatabaseWatch } from './db/database-watch';
import { createDiskReserve } from './db/disk-reserve';
import type { Disk } from './db/disk';
import { registerFavourites } from './favourites';
import type { FieldKeys } from './field-keys';
import { registerFrames } from './frames';
import { registerGames } from './games';
import { createIdentitySimulator, createMailer, registerMailbox } from './gateways';
import type { PaymentGateway, IdentityGateway } from './gateways';
import type { DeskTimes } from './http/desk-times';
import type { HashCosts } from './hash-costs';
import { createAntiForgery, readAntiForgerySecret } from './http/anti-forgery';
import { makeRouter } from './http/endpoint-router';
import type { EndpointRouter, RouterOptions } from './http/endpoint-router';
import { answerNotFound } from './http/not-found';
import { createEventLog } from './http/logging';
import type { LogOptions } from './http/logging';
import { registerOpenApi } from './http/openapi';
import { registerPlatformRoutes } from './http/platform-routes';
import { registerProbes } from './http/probes';
import { createReadinessCheck } from './http/readiness';
import { createServer } from './http/server';
import type { ServerTimeouts } from './http/server';
import { registerIdentity } from './identity';
import { registerLeaderboard } from './leaderboard';
import { readMoneySwitch } from './ledger/money-switch';
import { createPlaces, standardBook } from './place/places';
import { registerPlace } from './place/routes';
import type { PlaceBook } from './place/rules';
import type { Platform } from './platform';
import { registerPersons } from './persons';
import { registerReports } from './reports';
import { registerPromotions } from './promotions';
import { registerRisk, WITHDRAWAL_WATCH } from './risk';
import { registerProtection } from './protection';
import { registerSecondFactor } from './second-factor';
import type { SeedKeys } from './seed-keys';
import { registerSupport } from './support';

const MIB = 1024 * 1024;

export interface AppParts extends RouterOptions {
  readonly config: Config;
  /** The migrations must have been applied to its database. */
  readonly pool: Pool;
  /** Default: the same pool. */
  readonly readPool?: Pool;
  /** The disk of the embedded database. */
  readonly disk?: Disk | undefined;
  /** For the checks of health; default: the same pool. */
  readonly healthPool?: Pool;
  /** With it sessions are kept in the process for reads, as `createSessionDirectory` says. Whoever opened it closes it. */
  readonly changeFeed?: ChangeFeed | undefined;
  readonly now: () => Date;
  readonly randomBytes: (size: number) => Buffer;
  /** Kept outside the database, as the next ones are. */
  readonly seedKeys: SeedKeys;
  readonly fieldKeys: FieldKeys;
  readonly version: string;
  /** The numbers of this build's migrations, all of which must be applied before `/readyz` says so. Default: none. */
  readonly migrations?: readonly number[];
  readonly log: LogOptions;
  /** The address at which this process answers; default: the configured one. */
  readonly ownUrl?: () => string;
  readonly timeouts?: ServerTimeouts;
  /** An answer about the health is given again for so long; default: a second. */
  readonly healthValidMs?: number;
  /** Lets tests wrap each payment gateway, to see or to change what the cashier sends and gets. */
  readonly wrapGateway?: (gateway: PaymentGateway) => PaymentGateway;
  /** Replaces Paystack's own address in tests. */
  readonly paystackUrl?: string;
  /** Default: the simulator. */
  readonly identity?: IdentityGateway;
  /** As in `Platform`. */
  readonly hashCosts?: HashCosts;
  readonly deskTimes?: DeskTimes;
  /** Default: the places that come with the program. */
  readonly places?: PlaceBook;
  /** Registers the routes of the hosted app; without it there is only `/api`. */
  readonly host?: (app: FastifyInstance) => void;
}

export interface App {
  readonly app: FastifyInstance;
  readonly platform: Platform;
  readonly router: EndpointRouter;
  readonly version: string;
  /** Every route, like `GET /api/v1/games`; tests compare them with the contract. */
  readonly routes: readonly string[];
}

/** Makes the application. Throws when the database is away, because the key of the anti-forgery tokens is stored there. */
export async function createApp(parts: AppParts): Promise<App> {
  const { config, pool, readPool = pool, healthPool = pool, now, randomBytes } = parts;
  const databaseWatch = createDatabaseWatch({
    pool: healthPool, moneyPool: pool, disk: parts.disk, now, log: (event, details) => platform.log(event, details),
  });
  const app = createServer(config, parts.log, parts.timeouts, (error) => databaseWatch.recordError(error), now);
  const routes: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    routes.push(...[method].flat().map((each) => `${each} ${url}`));
  });
  const platform: Platform = {
    config, pool, readPool, databaseWatch, now, randomBytes, seedKeys: parts.seedKeys, fieldKeys: parts.fieldKeys,
    diskReserve: createDiskReserve({
      disk: parts.disk, floorBytes: config.diskReserveMb * MIB, log: (event, details) => platform.log(event, details),
    }),
    mailer: createMailer({ config, now, randomBytes }),
    gateways: createGateways(parts),
    places: createPlaces(config, parts.places ?? standardBook()),
    log: createEventLog(app.log),
    ...(parts.hashCosts !== undefined && { hashCosts: parts.hashCosts }),
    ...(parts.deskTimes !== undefined && { deskTimes: parts.deskTimes }),
  };
  const readSecret = () => readAntiForgerySecret(pool, platform);
  const antiForgery = createAntiForgery(platform, await readSecret(), readSecret);
  app.decorate('antiForgery', antiForgery);
  const guards = { sessions: createSessionDirectory(platform, parts.changeFeed), admins: createAdminDirectory(platform), antiForgery };
  const router = makeRouter(app, platform, guards, parts);
  const isMoneyOpen = async () => (await readMoneySwitch(healthPool)).isOpen;
  registerPlatformRoutes(router, platform, { version: parts.version, isMoneyOpen, validMs: parts.healthValidMs });
  registerProbes(app, {
    version: parts.version,
    checkReadiness: createReadinessCheck({ pool: healthPool, databaseWatch, migrations: parts.migrations ?? [], isMoneyOpen, log: platform.log }),
  });
  registerDomains(router, platform, parts);
  router.finish();
  registerOpenApi(app, parts.version);
  if (parts.host === undefined) app.setNotFoundHandler(answerNotFound);
  else parts.host(app);
  return { app, platform, router, routes, version: parts.version };
}

function registerDomains(router: EndpointRouter, platform: Platform, { identity }: AppParts): void {
  registerMailbox(router, platform);
  registerAccounts(router, platform);
  registerClosure(router, platform);
  registerPlace(router, platform);
  registerIdentity(router, platform, identity ?? createIdentitySimulator());
  registerCashier(router, platform, WITHDRAWAL_WATCH);
  registerStatement(router, platform);
  registerGames(router, platform);
  registerFrames(router, platform);
  registerFavourites(router, platform);
  registerBonuses(router, platform);
  registerProtection(router, platform);
  registerPromotions(router, platform);
  registerLeaderboard(router, platform);
  registerAdmin(router, platform);
  registerAdminAccounts(router, platform);
  registerSecondFactor(router, platform);
  registerPersons(router, platform);
  registerApprovals(router, platform);
  registerCorrections(router, platform);
  registerSupport(router, platform);
  registerDeskPlayers(router, platform);
  registerRisk(router, platform);
  registerDeskWork(router, platform);
  registerReports(router, platform);
}
