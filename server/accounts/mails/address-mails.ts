/** Mails that prove an address, and that tell of a move to another one. */
import type { PoolClient } from 'pg';
import { brand } from '../../../src/core/brand';
import { formatMoment } from '../../mails';
import type { MailDeps } from '../../mails';
import type { Platform } from '../../platform';
import { siteUrl } from '../../site-url';
import { TOKEN_LIFETIMES, makeToken } from '../mail-tokens';
import { maskEmail } from '../names';
import { ANY_BROWSER, resetPage } from './words';

export interface Addressee {
  readonly userId: string;
  readonly email: string;
  readonly firstname: string;
}

type MakesTokens = MailDeps & Pick<Platform, 'randomBytes'>;

/** The link that activates the address given at sign-up. */
export async function sendActivationMail(tx: PoolClient, platform: MakesTokens, to: Addressee): Promise<void> {
  const { token, expiresAt } = await makeToken(tx, platform, 'activate', to);
  await platform.mailer.send(tx, {
    to: to.email,
    userId: to.userId,
    expiresAt,
    letter: {
      subject: `Confirm your e-mail address for ${brand.name}`,
      name: to.firstname,
      parts: [
        `Open this link to confirm that this is your address. It works once, for ${TOKEN_LIFETIMES.activate.words}.`,
        { action: { label: 'Confirm my address', url: linkOf(platform, token) } },
        'Until then you can look around and practise; deposits and real-money play wait for it.',
        { aside: ANY_BROWSER },
        { aside: `You did not open an account with ${brand.name}? Then do nothing: without the link the account can’t hold money.` },
      ],
    },
  });
}

/** The link that moves the account to this address. */
export async function sendMoveMail(tx: PoolClient, platform: MakesTokens, to: Addressee): Promise<void> {
  const { token, expiresAt } = await makeToken(tx, platform, 'move', to);
  await platform.mailer.send(tx, {
    to: to.email,
    userId: to.userId,
    expiresAt,
    letter: {
      subject: `Use this address for your ${brand.name} account`,
      name: to.firstname,
      parts: [
        `You asked to use this address for your ${brand.name} account from now on. Open this link to do so. It works once, for ${TOKEN_LIFETIMES.move.words}.`,
        { action: { label: 'Use this address', url: linkOf(platform, token) } },
        'Nothing changes before you open it.',
        { aside: ANY_BROWSER },
        { aside: 'You did not ask for this? Then do nothing, and nothing happens.' },
      ],
    },
  });
}

/**
 * To the owner of an address that somebody else's account was to be moved to: whoever asked learns nothing of it, also not
 * by less work.
 */
export async function sendAddressInUseMail(tx: PoolClient, platform: MakesTokens, to: Addressee): Promise<void> {
  await makeToken(tx, platform, 'move', { userId: null, email: to.email });
  await platform.mailer.send(tx, {
    to: to.email,
    userId: to.userId,
    letter: {
      subject: `Somebody wanted to use your address at ${brand.name}`,
      name: to.firstname,
      parts: [
        `Somebody who is signed in to another ${brand.name} account asked to use this address for it. It belongs to your account, so nothing was changed.`,
        'If it was you: each address can have one account. Sign in with this one, or use another address.',
      ],
    },
  });
}

/** To the address that the account still has, when another was asked for. */
export async function sendMoveAskedMail(tx: PoolClient, platform: MailDeps, to: Addressee, newEmail: string): Promise<void> {
  await platform.mailer.send(tx, {
    to: to.email,
    userId: to.userId,
    letter: {
      subject: `Your ${brand.name} account is to move to another e-mail address`,
      name: to.firstname,
      parts: [
        'Somebody who gave your password asked to use another e-mail address for your account. It moves when the link we sent there is opened.',
        { facts: [['New address', maskEmail(newEmail)], ['Asked for', formatMoment(platform.now())]] },
        'If it was you, there is nothing to do here. If it was not, set a new password now: that stops the move and signs every device out.',
        { action: { label: 'Set a new password', url: resetPage(siteUrl(platform.config)) } },
      ],
    },
  });
}

/** To the address that the account had. */
export async function sendMovedMail(tx: PoolClient, platform: MailDeps, from: Addressee, newEmail: string): Promise<void> {
  await platform.mailer.send(tx, {
    to: from.email,
    userId: from.userId,
    letter: {
      subject: `Your ${brand.name} account uses another e-mail address now`,
      name: from.firstname,
      parts: [
        'The link that we sent to the new address was opened. From now on we write there, and this address signs nobody in.',
        { facts: [['New address', maskEmail(newEmail)], ['Changed', formatMoment(platform.now())]] },
        `If this was not you, write to ${brand.supportEmail} from this address at once.`,
      ],
    },
  });
}

const linkOf = ({ config }: Pick<Platform, 'config'>, token: string): string => `${siteUrl(config)}/activate-email?token=${token}`;
