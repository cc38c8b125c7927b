/**
 * Takes the second factor of an admin away who has lost it, and has nobody who could do so at the desk: `npm run admin:reset --
 * USERNAME`. They are signed out everywhere, and set up a new one at the next sign-in, for which they need the password.
 */
import { randomBytes } from 'node:crypto';
import { resetFactorOnServer } from '../admin';
import { createMailer } from '../gateways';
import { runAdminCommand } from './admin-command';
import { alertLine } from './alert-line';

await runAdminCommand('admin:reset', async ({ platform, request }) => {
  const mailer = createMailer({ ...platform, randomBytes });
  const name = await resetFactorOnServer({ ...platform, mailer, log: alertLine }, request);
  if (name === null) throw new Error(`There is no admin with the username ${request.username} who has a second factor.`);
  return `The second factor of ${request.username} (${name}) is taken away. It stands in the audit trail. They set up a new one when they sign in.`;
});
