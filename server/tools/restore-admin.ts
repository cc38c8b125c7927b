/**
 * Gives back a role that another admin took away: `npm run admin:restore -- USERNAME`. The account is open again, its owner gets a
 * mail, and one sign-in is printed, after which a password of their own has to be set; the same command prints another one until then.
 */
import { randomBytes } from 'node:crypto';
import { restoreOnServer } from '../admin';
import { createOutbox } from '../gateways';
import { runAdminCommand } from './admin-command';

/** The alert of the platform's log; there is no server whose log it could be in. */
function alertLine(event: string, details: Readonly<Record<string, unknown>> = {}): void {
  process.stderr.write(`${JSON.stringify({ level: 'error', at: new Date().toISOString(), event, ...details })}\n`);
}

await runAdminCommand('admin:restore', async ({ platform, asked }) => {
  const mailer = createOutbox({ ...platform, randomBytes });
  const restored = await restoreOnServer({ ...platform, mailer, randomBytes, log: alertLine }, asked);
  if (restored === null) throw new Error(`There is nobody with the username ${asked.username} whose role another admin took away.`);
  const { username, name, password } = restored;
  return `${username} (${name}) is an admin again. It stands in the audit trail.\nThis sign-in works once, then a password of their own is set: ${username} / ${password}`;
});
