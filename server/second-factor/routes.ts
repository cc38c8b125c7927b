import * as passkeyContract from '../../src/core/contract/passkeys';
import * as contract from '../../src/core/contract/second-factor';
import { readDevice } from '../accounts';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { enrolFactor, offerFactor, renewCodes } from './enrol';
import { factorNeeded, giveFactor } from './give';
import { listPasskeys } from './passkey-rows';
import { addPasskey, challengePasskey, givePasskey, offerPasskey, removePasskey } from './passkeys';
import { countRecoveryCodes, readFactor } from './rows';
import { relyingParty } from './webauthn';

/** Registers the calls about an admin's own second factor. */
export function registerSecondFactor(router: Router, platform: Platform): void {
  router.on(contract.getSecondFactor, async ({ caller }) => {
    const factor = await readFactor(platform.readPool, platform.fieldKeys, caller.userId);
    if (factor === null) throw factorNeeded();
    return {
      enrolledAt: factor.enrolledAt.toISOString(),
      codesLeft: await countRecoveryCodes(platform.readPool, caller.userId),
      passkeys: relyingParty(platform.config) === null ? null : await readPasskeys(platform, caller.userId),
    };
  });

  router.on(contract.offerSecondFactor, ({ caller }) => offerFactor(platform, caller));

  router.on(contract.enrolSecondFactor, async ({ body, caller, request }) => ({
    recoveryCodes: [...(await enrolFactor(platform, caller, body.code, readDevice(request)))],
  }));

  router.on(contract.giveSecondFactor, async ({ body, caller }) => ({ codesLeft: await giveFactor(platform, caller, body.code) }));

  router.on(contract.renewRecoveryCodes, async ({ caller }) => ({ recoveryCodes: [...(await renewCodes(platform, caller))] }));

  registerPasskeys(router, platform);
}

function registerPasskeys(router: Router, platform: Platform): void {
  router.on(passkeyContract.offerPasskey, ({ caller }) => offerPasskey(platform, caller));
  router.on(passkeyContract.addPasskey, async ({ body: { name, ...credential }, caller }) => {
    await addPasskey(platform, caller, credential, name);
    return undefined;
  });
  router.on(passkeyContract.removePasskey, async ({ params, caller, request }) => {
    await removePasskey(platform, caller, params.passkeyId, readDevice(request));
    return undefined;
  });
  router.on(passkeyContract.challengePasskey, ({ caller }) => challengePasskey(platform, caller));
  router.on(passkeyContract.givePasskey, async ({ body, caller }) => {
    await givePasskey(platform, caller, body);
    return undefined;
  });
}

async function readPasskeys({ readPool }: Platform, userId: string): Promise<passkeyContract.Passkey[]> {
  const passkeys = await listPasskeys(readPool, userId);
  return passkeys.map(({ passkeyId, name, addedAt, usedAt }) => ({
    passkeyId, name, addedAt: addedAt.toISOString(), usedAt: usedAt?.toISOString() ?? null,
  }));
}
