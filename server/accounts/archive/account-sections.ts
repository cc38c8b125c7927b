/** The archive's files about the account: profile, consents, sessions, devices and mails. */
import { describeDevice } from '../device-name';
import { computed, text, time, yesNo } from './csv-cells';
import type { Row } from './csv-cells';
import { toInstant } from './section';
import type { Section } from './section';

const device = (row: Row): string => describeDevice(typeof row['user_agent'] === 'string' ? row['user_agent'] : '');

export const ACCOUNT_SECTIONS: readonly Section[] = [
  {
    file: 'profile.json',
    description: 'Your account as it is now: names, e-mail, phone, address, date of birth, verification.',
    format: 'object',
    sql: `SELECT p.user_id, p.username, p.email, p.email_activated_at, p.firstname, p.lastname, p.date_of_birth::text AS date_of_birth,
            p.phone, p.street, p.city, p.state, p.role, p.language, p.terms_accepted_at, p.created_at, p.closed_at,
            i.kind AS identity_kind, i.last_four, i.verified_at, i.wording_version
          FROM player p LEFT JOIN identity i ON i.user_id = p.user_id AND i.passed_at IS NULL WHERE p.user_id = $1`,
    toJson: (row) => ({
      userId: row['user_id'],
      username: row['username'],
      email: row['email'],
      emailActivatedAt: toInstant(row['email_activated_at']),
      firstname: row['firstname'],
      lastname: row['lastname'],
      dateOfBirth: row['date_of_birth'],
      phone: row['phone'],
      address: row['street'] === null ? null : { street: row['street'], city: row['city'], state: row['state'] },
      role: row['role'],
      language: row['language'],
      termsAcceptedAt: toInstant(row['terms_accepted_at']),
      memberSince: toInstant(row['created_at']),
      closedAt: toInstant(row['closed_at']),
      identity: row['identity_kind'] === null ? null : {
        kind: row['identity_kind'], lastFour: row['last_four'], verifiedAt: toInstant(row['verified_at']), wordingVersion: row['wording_version'],
      },
    }),
  },
  {
    file: 'details-history.json',
    description: 'Every change of your names, phone and address: when, on which device, from what to what.',
    format: 'list',
    sql: `SELECT d.at, d.version, d.before, d.after, s.user_agent
          FROM details_change d LEFT JOIN session s ON s.session_hash = d.session_hash AND s.user_id = d.user_id
          WHERE d.user_id = $1 ORDER BY d.version`,
    toJson: (row) => ({ at: toInstant(row['at']), version: row['version'], device: device(row), before: row['before'], after: row['after'] }),
  },
  {
    file: 'identity-checks.csv',
    description: 'Every check of your identity, and its result. We do not store the number itself.',
    format: 'csv',
    sql: 'SELECT at, kind, gateway, wording_version, outcome FROM identity_check WHERE user_id = $1 ORDER BY check_id',
    columns: { at: time('at'), kind: text('kind'), service: text('gateway'), wordingVersion: text('wording_version'), outcome: text('outcome') },
  },
  {
    file: 'consents.csv',
    description: 'Every consent that you gave or withdrew, with the version of the words you saw.',
    format: 'csv',
    sql: 'SELECT at, tag, given, wording_version, channel FROM consent WHERE user_id = $1 ORDER BY consent_id',
    columns: { at: time('at'), tag: text('tag'), given: yesNo('given'), wordingVersion: text('wording_version'), channel: text('channel') },
  },
  {
    file: 'sessions.csv',
    description: 'Every time you signed in: the device, the network address, and how the session ended.',
    format: 'csv',
    sql: `SELECT created_at, last_seen_at, ended_at, end_reason, ended_from, user_agent, address, country, region
          FROM session WHERE user_id = $1 ORDER BY created_at, session_hash`,
    columns: {
      signedInAt: time('created_at'), lastSeenAt: time('last_seen_at'), endedAt: time('ended_at'), endReason: text('end_reason'),
      endedFrom: text('ended_from'), device: computed(device), userAgent: text('user_agent'), address: text('address'),
      country: text('country'), region: text('region'),
    },
  },
  {
    file: 'known-devices.csv',
    description: 'The browsers that we know as yours, with your last sign-in on each. Strangers’ wrong passwords do not slow you down there.',
    format: 'csv',
    sql: 'SELECT last_seen_at FROM known_device WHERE user_id = $1 ORDER BY last_seen_at, device_hash',
    columns: { lastSignInAt: time('last_seen_at') },
  },
  {
    file: 'downloads.csv',
    description: 'Every time you requested a file like this one, and whether it was downloaded.',
    format: 'csv',
    sql: 'SELECT created_at, used_at FROM archive WHERE user_id = $1 ORDER BY created_at, token_hash',
    columns: { askedAt: time('created_at'), fetchedAt: time('used_at') },
  },
  {
    file: 'mails.csv',
    description: 'The mails we sent to you, with their times and subjects.',
    format: 'csv',
    // We select by account, because an address may belong to another player at another time.
    sql: `SELECT created_at, recipient, subject, sent_at FROM mail WHERE user_id = $1 ORDER BY mail_id`,
    columns: { at: time('created_at'), to: text('recipient'), subject: text('subject'), sentAt: time('sent_at') },
  },
];
