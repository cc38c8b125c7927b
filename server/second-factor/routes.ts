import * as contract from '../../src/core/contract/second-factor';
import { readDevice } from '../accounts';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { enrolFactor, offerFactor, renewCodes } from './enrol';
import { factorNeeded, giveFactor } from './give';
import { countRecoveryCodes, readFactor } from './rows';

/** Registers the calls about an admin's own second factor. */
export function registerSecondFactor(router: Router, platform: Platform): void {
  router.on(contract.getSecondFactor, async ({ caller }) => {
    const factor = await readFactor(platform.readPool, platform.fieldKeys, caller.userId);
    if (factor === null) throw factorNeeded();
    return { enrolledAt: factor.enrolledAt.toISOString(), codesLeft: await countRecoveryCodes(platform.readPool, caller.userId) };
  });

  router.on(contract.offerSecondFactor, ({ caller }) => offerFactor(platform, caller));

  router.on(contract.enrolSecondFactor, async ({ body, caller, request }) => ({
    recoveryCodes: [...(await enrolFactor(platform, caller, body.code, readDevice(request)))],
  }));

  router.on(contract.giveSecondFactor, async ({ body, caller }) => ({ codesLeft: await giveFactor(platform, caller, body.code) }));

  router.on(contract.renewRecoveryCodes, async ({ caller }) => ({ recoveryCodes: [...(await renewCodes(platform, caller))] }));
}
