/** Writes every mail of the product to a player whose names are given, without a database. */
import type { PoolClient } from 'pg';
import * as address from '../../server/accounts/mails/address-mails';
import * as passwords from '../../server/accounts/mails/password-mails';
import { advisePlayer } from '../../server/protection/advice';
import { sendPayoutReturnedMail } from '../../server/corrections/payments/returned-mail';
import { invitationLetter } from '../../server/admin/invitation-mail';
import { sendAccountClosedMail } from '../../server/closure/closing-mail';
import type { Letter } from '../../server/gateways/mail/letter';
import type { Mail } from '../../server/gateways/mail/port';
import * as identity from '../../server/persons/identity-mails';
import * as draws from '../../server/promotions/draws/team-mails';
import * as protection from '../../server/protection/mails';
import { kobo } from '../../src/core/money';
import { TEST_CONFIG } from './platform';

const AT = new Date('2026-11-21T10:00:00.000Z');
const ANDROID = 'Mozilla/5.0 (Linux; Android 13; TECNO KI5) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

/** Returns the mails by a name that says which one it is. */
export async function writeEveryMail(firstname = 'Ada'): Promise<ReadonlyMap<string, Letter>> {
  const letters = new Map<string, Letter>();
  const to = { userId: 'u', email: 'ada@example.com', firstname };
  const figures = { deposited: 42_000_00, staked: 55_000_00, won: 31_000_00, played_ms: 8 * 3_600_000 };
  const row = { user_id: to.userId, email: to.email, firstname, activated: true, ...figures };
  const tx = { query: async () => ({ rows: [row], rowCount: 1 }) } as unknown as PoolClient;
  const write = async (name: string, send: (platform: Parameters<typeof address.sendMoveMail>[1]) => Promise<void>): Promise<void> => {
    const mails: Mail[] = [];
    await send({
      config: { ...TEST_CONFIG, publicUrl: 'https://ayo.example' }, now: () => AT, randomBytes: (size) => Buffer.alloc(size, 7),
      mailer: { send: async (_tx, mail) => void mails.push(mail) },
    });
    const [mail] = mails;
    if (mail === undefined || mails.length > 1) throw new Error(`${name} is one mail`);
    letters.set(name, mail.letter);
  };
  const until = new Date('2027-05-21T10:00:00.000Z');
  await write('activation', (platform) => address.sendActivationMail(tx, platform, to));
  await write('move', (platform) => address.sendMoveMail(tx, platform, to));
  await write('address-in-use', (platform) => address.sendAddressInUseMail(tx, platform, { ...to, isClosed: false }));
  await write('address-of-closed', (platform) => address.sendAddressInUseMail(tx, platform, { ...to, isClosed: true }));
  await write('move-asked', (platform) => address.sendMoveRequestedMail(tx, platform, to, 'new@example.com'));
  await write('moved', (platform) => address.sendMovedMail(tx, platform, to, 'new@example.com'));
  await write('reset', (platform) => passwords.sendResetMail(tx, platform, { ...to, isConfirmed: true }, to.email));
  await write('password-changed', (platform) => passwords.sendPasswordChangedMail(tx, platform, { userId: 'u', by: 'change', userAgent: ANDROID }));
  await write('password-reset', (platform) => passwords.sendPasswordChangedMail(tx, platform, { userId: 'u', by: 'reset', userAgent: '' }));
  await write('new-device', (platform) => passwords.sendNewDeviceMail(tx, platform, { userId: 'u', userAgent: ANDROID, place: 'Lagos, Nigeria' }));
  await write('guessing', (platform) => passwords.sendGuessingMail(tx, platform, to));
  await write('excluded', (platform) => protection.sendExclusionMail(tx, platform, { userId: 'u', from: AT, until }));
  await write('excluded-for-good', (platform) => protection.sendExclusionMail(tx, platform, { userId: 'u', from: AT, until: null }));
  await write('break', (platform) => protection.sendBreakMail(tx, platform, { userId: 'u', from: AT, until }));
  await write('identity-given', (platform) => identity.sendIdentityGivenMail(tx, platform, { userId: 'u', at: AT }));
  await write('identity-taken', (platform) => identity.sendIdentityTakenMail(tx, platform, { userId: 'u', at: AT }));
  await write('closed', (platform) =>
    sendAccountClosedMail(tx, platform, { userId: 'u', remaining: kobo(42_50), lostBonus: kobo(1_500_00), isEmailFree: false }),
  );
  await write('payout-returned', (platform) => sendPayoutReturnedMail(tx, platform, { userId: 'u', amount: kobo(5_000_00), bankName: 'Zenith Bank', lastFour: '4012', text: 'The account is closed.' }));
  await write('figures', (platform) => advisePlayer(tx, platform, { userId: 'u', level: 1, at: AT }));
  await write('limit-proposed', (platform) => advisePlayer(tx, platform, { userId: 'u', level: 2, at: AT }));
  const closesAt = new Date('2026-11-29T19:00:00.000Z');
  await write('draw-needs-two', (platform) => draws.sendCommitsNeededMails(tx, platform, { week: '2026-11-23', closesAt, failure: null }));
  await write('draw-held-again', (platform) => draws.sendCommitsNeededMails(tx, platform, { week: '2026-11-23', closesAt, failure: 'not-revealed' }));
  await write('draw-reveal', (platform) => draws.sendRevealMails(tx, platform, { userIds: ['u'], week: '2026-11-23', until: AT }));
  letters.set('invitation', invitationLetter({ from: 'Chidi Nwosu', site: 'https://ayo.example', token: 'x'.repeat(43) }));
  return letters;
}
