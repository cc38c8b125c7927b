/** Sends mails that confirm an address or announce a move to another one. */
import type { PoolClient } from 'pg';
import { brand } from '../../../src/core/brand';
import { formatMoment } from '../../mails';
import type { MailDeps } from '../../mails';
import type { Platform } from '../../platform';
import { siteUrl } from '../../config/site-url';
import { TOKEN_LIFETIMES, createToken } from '../mail-tokens';
import { maskEmail } from '../names';
import { ANY_BROWSER, resetPageUrl } from './words';

export interface Addressee {
  readonly userId: string;
  readonly email: string;
  readonly firstname: string;
}

type TokenMailDeps = MailDeps & Pick<Platform, 'randomBytes'>;

/** Sends the link that confirms the address from the sign-up. */
export async function sendActivationMail(tx: PoolClient, platform: TokenMailDeps, to: Addressee): Promise<void> {
  const { token, expiresAt } = await createToken(tx, platform, 'activate', to);
  await platform.mailer.send(tx, {
    to: to.email,
    userId: to.userId,
    expiresAt,
    letter: {
      subject: `Confirm your e-mail address for ${brand.name}`,
      name: to.firstname,
      parts: [
        `Open this link to confirm your e-mail. It works once, for ${TOKEN_LIFETIMES.activate.words}.`,
        { action: { label: 'Confirm my e-mail', url: activationUrl(platform, token) } },
        'Until then you can look around and practise. After that you can deposit and play for real money.',
        { aside: ANY_BROWSER },
        { aside: `You did not open an account with ${brand.name}? Then ignore this mail: without the link the account can’t hold money.` },
      ],
    },
  });
}

/** Sends the link that moves the account to this address. */
export async function sendMoveMail(tx: PoolClient, platform: TokenMailDeps, to: Addressee): Promise<void> {
  const { token, expiresAt } = await createToken(tx, platform, 'move', to);
  await platform.mailer.send(tx, {
    to: to.email,
    userId: to.userId,
    expiresAt,
    letter: {
      subject: `Use this address for your ${brand.name} account`,
      name: to.firstname,
      parts: [
        `You asked to use this address for your ${brand.name} account. Open this link to confirm it. It works once, for ${TOKEN_LIFETIMES.move.words}.`,
        { action: { label: 'Use this address', url: activationUrl(platform, token) } },
        'Nothing changes until you open it.',
        { aside: ANY_BROWSER },
        { aside: 'You did not ask for this? Then ignore this mail, and nothing changes.' },
      ],
    },
  });
}

/** The account that an address belongs to. */
export interface AddressOwner extends Addressee {
  /** A closed account keeps its confirmed address. */
  readonly isClosed: boolean;
}

/**
 * Tells the owner of an address that somebody tried to move another account there. It does the same work as `sendMoveMail`, so
 * that the other account's player can't learn by the time taken that the address has an account.
 */
export async function sendAddressInUseMail(tx: PoolClient, platform: TokenMailDeps, to: AddressOwner): Promise<void> {
  await createToken(tx, platform, 'move', { userId: null, email: to.email });
  await platform.mailer.send(tx, {
    to: to.email,
    userId: to.userId,
    letter: {
      subject: `Somebody wanted to use your address at ${brand.name}`,
      name: to.firstname,
      parts: [
        `Somebody who is signed in to another ${brand.name} account asked to use this address for it. It belongs to ${to.isClosed ? 'an account that you have closed' : 'your account'}, so nothing was changed.`,
        to.isClosed
          ? 'If it was you: the address of a closed account can’t be used again. Use another address.'
          : 'If it was you: each address can have one account. Sign in with this one, or use another address.',
      ],
    },
  });
}

/** Tells the current address that the player requested a move to another one. */
export async function sendMoveRequestedMail(tx: PoolClient, platform: MailDeps, to: Addressee, newEmail: string): Promise<void> {
  await platform.mailer.send(tx, {
    to: to.email,
    userId: to.userId,
    letter: {
      subject: `Your ${brand.name} account will move to another e-mail address`,
      name: to.firstname,
      parts: [
        'Somebody with your password asked to use another e-mail address for your account. It changes when the link we sent there is opened.',
        { facts: [['New address', maskEmail(newEmail)], ['Requested', formatMoment(platform.now())]] },
        'If it was you, there is nothing to do. If it was not, set a new password now: that stops the change and signs out every device.',
        { action: { label: 'Set a new password', url: resetPageUrl(siteUrl(platform.config)) } },
      ],
    },
  });
}

/** Tells the old address that the account has moved. */
export async function sendMovedMail(tx: PoolClient, platform: MailDeps, from: Addressee, newEmail: string): Promise<void> {
  await platform.mailer.send(tx, {
    to: from.email,
    userId: from.userId,
    letter: {
      subject: `Your ${brand.name} account now uses another e-mail address`,
      name: from.firstname,
      parts: [
        'The link that we sent to the new address was opened. From now on we write there, and you can’t sign in with this address any more.',
        { facts: [['New address', maskEmail(newEmail)], ['Changed', formatMoment(platform.now())]] },
        `If this was not you, write to ${brand.supportEmail} from this address at once.`,
      ],
    },
  });
}

const activationUrl = ({ config }: Pick<Platform, 'config'>, token: string): string => `${siteUrl(config)}/activate-email?token=${token}`;
