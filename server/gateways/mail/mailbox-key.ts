import type { Foundation } from '../../foundation';
import { readPlatformSecret } from '../../platform-secret';

const KEY_LENGTH = 32;

/**
 * What the mailbox always asks for (192 bits; the start prints it in a link). A proxy that says nothing of whom it passes on
 * makes every visitor look like this machine, whatever `PUBLIC_URL` says, and the mails have links in them that open
 * accounts, an admin's too.
 */
export async function readMailboxKey(platform: Pick<Foundation, 'pool' | 'now' | 'randomBytes'>): Promise<string> {
  return (await readPlatformSecret(platform.pool, platform, 'mailbox')).toString('base64url').slice(0, KEY_LENGTH);
}
