/**
 * Confirms that an admin is a person of their own: `npm run admin:confirm -- USERNAME`. Before that, an admin and the admin who
 * invited them count as one person, so that payouts wait.
 */
import { confirmOnServer } from '../admin';
import { runAdminCommand } from './admin-command';

await runAdminCommand('admin:confirm', async ({ platform, request }) => {
  const name = await confirmOnServer(platform, request);
  if (name === null) throw new Error(`There is no admin with the username ${request.username}.`);
  return `${request.username} (${name}) is confirmed as a person of their own. It stands in the audit trail.`;
});
