/** Limits how often somebody may make calls that cost work or send mails. */
import { HOUR_MS, MINUTE_MS } from '../../src/core/time';
import type { AttemptLimit } from '../rate-limits/attempts';

/** Counts one e-mail from one address, so that others who share a carrier's address are not affected. */
export const KNOWN_EMAIL_SIGN_UP_LIMIT: AttemptLimit = { kind: 'known-email', limit: 5, windowMs: HOUR_MS };
/** Counts only unknown sessions, so that no flood can keep another player from signing out. */
export const ADDRESS_REVOCATION_LIMIT: AttemptLimit = { kind: 'revocation', limit: 60, windowMs: MINUTE_MS };
/** No person makes more changes in an hour, and we store every change for good. */
export const DETAILS_CHANGE_LIMIT: AttemptLimit = { kind: 'details', limit: 60, windowMs: HOUR_MS };
/** Counts right and wrong passwords in all of a player's sessions; nobody types theirs so often. Sign-ins are counted separately. */
export const PASSWORD_CHECK_LIMIT: AttemptLimit = { kind: 'password-check', limit: 20, windowMs: MINUTE_MS };
/** An archive costs the database some work, and nobody needs many. */
export const ARCHIVE_LIMIT: AttemptLimit = { kind: 'archive', limit: 5, windowMs: 24 * HOUR_MS };
export const HOURLY_ACTIVATION_MAIL_LIMIT: AttemptLimit = { kind: 'activation-mail', limit: 5, windowMs: HOUR_MS };
/** The limit protects strangers, because an address that is not confirmed may be theirs. */
export const DAILY_ACTIVATION_MAIL_LIMIT: AttemptLimit = { kind: 'activation-mail-day', limit: 10, windowMs: 24 * HOUR_MS };
export const PLAYER_MOVE_LIMIT: AttemptLimit = { kind: 'move-player', limit: 5, windowMs: HOUR_MS };
/** Counts moves from one account to one address. */
export const PLAYER_MOVE_TO_EMAIL_LIMIT: AttemptLimit = { kind: 'move-player-email', limit: 3, windowMs: HOUR_MS };
/**
 * The next two limits bound the mails from all accounts to one address, so that nobody can fill a mailbox. The first attempt of
 * a day from an account with a confirmed address does not count, so that the address's owner can still move there while others
 * use the limit up. Somebody with N accounts and N confirmed addresses can therefore send one address 216 + N mails a day (a
 * single account 3 an hour and 72 a day); without a confirmed address 9 an hour and 216 a day, however many accounts they have.
 */
export const FIRST_MOVE_LIMIT: AttemptLimit = { kind: 'move-first', limit: 1, windowMs: 24 * HOUR_MS };
export const EMAIL_MOVE_LIMIT: AttemptLimit = { kind: 'move-email', limit: 9, windowMs: HOUR_MS };
