/**
 * Confirms that an admin is a person of their own: `npm run admin:confirm -- USERNAME`. Two accounts that one let the other in
 * count as one person before that, and money waits.
 */
import { confirmOnServer } from '../admin';
import { runAdminCommand } from './admin-command';

await runAdminCommand('admin:confirm', async ({ platform, asked }) => {
  const name = await confirmOnServer(platform, asked);
  if (name === null) throw new Error(`There is no admin with the username ${asked.username}.`);
  return `${asked.username} (${name}) is confirmed as a person of their own. It stands in the audit trail.`;
});
