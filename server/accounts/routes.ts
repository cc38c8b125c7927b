import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { registerArchive } from './archive/routes';
import { registerAuth } from './auth-routes';
import { registerDetails } from './details-routes';
import { registerPasswords } from './passwords/routes';
import { registerPlayer } from './player-routes';
import { registerSessions } from './session-routes';

/** Registers all calls of accounts: signing up, in and out, profile, details, sessions, archive and passwords. */
export function registerAccounts(router: Router, platform: Platform): void {
  registerAuth(router, platform);
  registerPlayer(router, platform);
  registerDetails(router, platform);
  registerSessions(router, platform);
  registerArchive(router, platform);
  registerPasswords(router, platform);
}
