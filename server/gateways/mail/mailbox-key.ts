import type { Foundation } from '../../foundation';
import { readPlatformSecret } from '../../platform-secret';

const KEY_LENGTH = 32;

/**
 * Reads the key of the mailbox (192 bits; the start prints it in a link). The mailbox always requires it, because behind a proxy without
 * forwarding headers every visitor looks like this machine, and the mails contain links that open accounts, also an admin's.
 */
export async function readMailboxKey(platform: Pick<Foundation, 'pool' | 'now' | 'randomBytes' | 'fieldKeys'>): Promise<string> {
  return (await readPlatformSecret(platform.pool, platform, 'mailbox')).toString('base64url').slice(0, KEY_LENGTH);
}
