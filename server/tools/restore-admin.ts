/**
 * Gives back what another admin took away, all or single roles: `npm run admin:restore -- USERNAME`. The account is open again, its owner gets a
 * mail, and a sign-in that works once is printed, after which they must set a password of their own. Until then the same command
 * prints another one.
 */
import { randomBytes } from 'node:crypto';
import { restoreOnServer } from '../admin';
import { createMailer } from '../gateways';
import { runAdminCommand } from './admin-command';
import { alertLine } from './alert-line';

await runAdminCommand('admin:restore', async ({ platform, request }) => {
  const mailer = createMailer({ ...platform, randomBytes });
  const restored = await restoreOnServer({ ...platform, mailer, randomBytes, log: alertLine }, request);
  if (restored === null) throw new Error(`There is nobody with the username ${request.username} from whom another admin took a role.`);
  const { username, name, password, roles } = restored;
  const what = roles.length === 0 ? '' : `Given back: ${roles.join(', ')}. `;
  return `${username} (${name}) is an admin again. ${what}It stands in the audit trail.\nThis sign-in works once, then a password of their own is set: ${username} / ${password}`;
});
