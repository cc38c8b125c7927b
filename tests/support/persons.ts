/** Accounts of one person, joined by the identity check itself. */
import { randomBytes, randomInt } from 'node:crypto';
import { createIdentitySimulator } from '../../server/gateways/identity/simulator';
import { createMailer } from '../../server/gateways/mail/mailer';
import { ProblemError } from '../../server/http/problem';
import { verifyPlayer } from '../../server/identity/verify';
import type { Platform } from '../../server/platform';
import type { TestPlatform } from './platform';

const simulator = createIdentitySimulator();

/** Makes a NIN that is unused; its ending makes the register answer with the account's name. */
export const newNin = (): string => `${randomInt(100_000_000, 999_999_999)}90`;

/** Checks the account's identity with this NIN; returns null when it is verified, else the code of the refusal. */
export async function checkIdentity(platform: Platform, userId: string, number: string): Promise<string | null> {
  const mailer = createMailer({ ...platform, randomBytes });
  try {
    await verifyPlayer({ ...platform, mailer }, simulator, { userId, number, consent: true, wordingVersion: '2026-11' });
    return null;
  } catch (error) {
    if (error instanceof ProblemError) return error.code;
    throw error;
  }
}

/** Checks the identity of a player of a whole test platform. */
export const checkIdentityOn = ({ platform }: Pick<TestPlatform, 'platform'>, { userId }: { readonly userId: string }, number: string): Promise<string | null> =>
  checkIdentity({ ...platform, randomBytes }, userId, number);

/** Verifies the first account and lets the others try the same NIN. */
export async function makeOnePerson(platform: Platform, first: string, ...others: readonly string[]): Promise<void> {
  const number = newNin();
  const answers = [await checkIdentity(platform, first, number)];
  for (const other of others) answers.push(await checkIdentity(platform, other, number));
  if (answers.some((code, index) => code !== (index === 0 ? null : 'nin-in-use'))) throw new Error(`not one person: ${answers.join()}`);
}
