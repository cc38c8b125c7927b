/** Sends mails about passwords and sign-ins. */
import type { PoolClient } from 'pg';
import { brand } from '../../../src/core/brand';
import { mailPlayer, formatMoment } from '../../mails';
import type { MailDeps } from '../../mails';
import type { Platform } from '../../platform';
import { siteUrl } from '../../config/site-url';
import { describeDevice } from '../device-name';
import { TOKEN_LIFETIMES, createToken } from '../mail-tokens';
import { ANY_BROWSER, resetPageUrl } from './words';

interface ResetAddressee {
  readonly userId: string;
  readonly firstname: string;
  /** True where the address was confirmed. */
  readonly isConfirmed: boolean;
}

const NOT_CONFIRMED =
  'Nobody has confirmed yet that this is their address. If somebody else opened the account with it, set a password: it is yours then, and they are signed out. You can close it in your profile; if no money was ever in it, you can then open one of your own with this address.';

/**
 * Sends the link for a new password. With null (no such account) it does the same work and sends and stores nothing.
 */
export async function sendResetMail(
  tx: PoolClient,
  platform: MailDeps & Pick<Platform, 'randomBytes'>,
  player: ResetAddressee | null,
  email: string,
): Promise<void> {
  const userId = player?.userId ?? null;
  const { token, expiresAt } = await createToken(tx, platform, 'reset', { userId, email });
  await platform.mailer.send(tx, {
    to: player === null ? null : email,
    userId,
    expiresAt,
    letter: {
      subject: `Set a new password for ${brand.name}`,
      name: player?.firstname ?? 'Nobody',
      parts: [
        `Somebody, we hope you, asked for a new password for your ${brand.name} account. Open this link to set one. It works once, for ${TOKEN_LIFETIMES.reset.words}.`,
        { action: { label: 'Set a new password', url: `${resetPageUrl(siteUrl(platform.config))}?token=${token}` } },
        'It signs you out on every device; you sign in again with the new password.',
        ...(player?.isConfirmed === false ? [NOT_CONFIRMED] : []),
        { aside: ANY_BROWSER },
        { aside: 'You did not ask for this? Then ignore this mail: your password stays the same.' },
      ],
    },
  });
}

/** Confirms a new password, set by the signed-in player (`change`) or with a link from a mail (`reset`). */
export async function sendPasswordChangedMail(
  tx: PoolClient,
  platform: MailDeps,
  change: { readonly userId: string; readonly by: 'change' | 'reset'; readonly userAgent: string },
): Promise<void> {
  const { userId, by, userAgent } = change;
  const sessions = by === 'change' ? 'All other devices were signed out.' : 'All devices were signed out.';
  await mailPlayer(tx, platform, userId, {
    write: (site) => ({
      subject: `Your ${brand.name} password was changed`,
      parts: [
        `The password of your account was changed${by === 'reset' ? ' with the link from our mail' : ''}. ${sessions}`,
        { facts: [['When', formatMoment(platform.now())], ...deviceFact(userAgent)] },
        'If it was you, there is nothing to do. If it was not, set a new password now:',
        { action: { label: 'Set a new password', url: resetPageUrl(site) } },
      ],
    }),
  });
}

/** Tells the player of a sign-in on a new device. */
export async function sendNewDeviceMail(
  tx: PoolClient,
  platform: MailDeps,
  signIn: { readonly userId: string; readonly userAgent: string; readonly place: string | null },
): Promise<void> {
  const { userId, userAgent, place } = signIn;
  await mailPlayer(tx, platform, userId, {
    onlyActivated: true,
    write: (site) => ({
      subject: `New sign-in to your ${brand.name} account`,
      parts: [
        'Somebody signed in to your account on a device that we have not seen you on before.',
        {
          facts: [
            ['When', formatMoment(platform.now())], ...deviceFact(userAgent),
            ...(place === null ? [] : [['Place', place] as const]),
          ],
        },
        'If it was you, there is nothing to do. If it was not, set a new password now: that signs out every device.',
        { action: { label: 'Set a new password', url: resetPageUrl(site) } },
        { aside: `Your devices are listed at ${site}/users-sessions` },
      ],
    }),
  });
}

/** Tells the player that strangers typed very many wrong passwords. With null it does the same work and sends nothing. */
export async function sendGuessingMail(
  tx: PoolClient,
  platform: MailDeps,
  player: { readonly userId: string; readonly email: string; readonly firstname: string } | null,
): Promise<void> {
  await platform.mailer.send(tx, {
    to: player?.email ?? null,
    userId: player?.userId ?? null,
    letter: {
      subject: `Somebody is trying to guess your ${brand.name} password`,
      name: player?.firstname ?? 'Nobody',
      parts: [
        'In the last 24 hours somebody tried very many wrong passwords for your account, on devices that you never signed in with. None was right, and your money is safe.',
        'You can sign in as always on your own phone or computer. If you must wait on another device, or if your password is short or you use it elsewhere too, set a new one here:',
        { action: { label: 'Set a new password', url: resetPageUrl(siteUrl(platform.config)) } },
        { aside: 'We send this mail at most once a day.' },
      ],
    },
  });
}

function deviceFact(userAgent: string): (readonly [string, string])[] {
  const device = describeDevice(userAgent);
  return device === '' ? [] : [['Device', device]];
}
