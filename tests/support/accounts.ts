/** Makes a platform for tests of accounts, with a clock that the test moves and the mails that it sent. */
import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { SignUpBody } from '../../src/core/contract/auth';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { createMailer } from '../../server/gateways/mail/mailer';
import type { Platform } from '../../server/platform';
import { testMoney } from './money';
import { newPhone } from './phones';

export interface TestAccounts {
  readonly platform: Platform;
  /** Moves the clock on. */
  pass(ms: number): void;
  /** Reads the token in the newest mail to an address; throws when there is none. */
  tokenOf(email: string): Promise<string>;
}

export function testAccounts(pool: Pool): TestAccounts {
  const money = testMoney(pool);
  const { now } = money.platform;
  return {
    platform: { ...money.platform, randomBytes, mailer: createMailer({ config: money.platform.config, now, randomBytes }) },
    pass: money.pass,
    tokenOf: async (email) => {
      const [mail] = await readMailbox(pool, email);
      const token = /[?&]token=([0-9A-Za-z_-]+)/.exec(mail?.text ?? '')?.[1];
      if (token === undefined) throw new Error(`no link was sent to ${email}`);
      return token;
    },
  };
}

export const GOOD_PASSWORD = 'tortoise-harmattan';

/** Makes the body of a sign-up, with names that nobody else has. */
export function signUpBody(changes: Partial<SignUpBody> = {}): SignUpBody {
  const name = `ada${randomBytes(5).toString('hex')}`;
  return {
    email: `${name}@example.com`,
    username: name,
    password: GOOD_PASSWORD,
    firstname: 'Ada',
    lastname: 'Obi',
    dateOfBirth: '1990-05-17',
    phone: newPhone(),
    acceptTerms: true,
    consents: [],
    ...changes,
  };
}
