import { getIdentity, verifyIdentity } from '../../src/core/contract/identity';
import type { IdentityGateway } from '../gateways';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { findIdentity, toIdentity } from './rows';
import { verifyPlayer } from './verify';

/** Registers the calls that prove a player's identity by a number, which we do not store. */
export function registerIdentity(router: Router, platform: Platform, gateway: IdentityGateway): void {
  router.on(getIdentity, async ({ params }) => toIdentity(await findIdentity(platform.readPool, params.userId)));

  router.on(verifyIdentity, ({ params, body }) => verifyPlayer(platform, gateway, { ...body, userId: params.userId }), { lane: 'slow' });
}
