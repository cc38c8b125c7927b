import type { Platform } from '../../platform';
import { readPlatformSecret } from '../../platform-secret';

const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;
const KEY_LENGTH = 32;

/**
 * What the mailbox asks for where players come from elsewhere (`PUBLIC_URL` names no local host); null where it asks for
 * nothing. A proxy that says nothing of whom it passes on makes every visitor look like this machine, and the mails
 * have links in them that open accounts, an admin's too.
 */
export async function readMailboxKey(platform: Pick<Platform, 'config' | 'pool' | 'now' | 'randomBytes'>): Promise<string | null> {
  const { publicUrl } = platform.config;
  if (publicUrl === undefined || LOCAL_HOST.test(new URL(publicUrl).hostname)) return null;
  return (await readPlatformSecret(platform.pool, platform, 'mailbox')).toString('base64url').slice(0, KEY_LENGTH);
}
