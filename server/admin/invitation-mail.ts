/** What an invited person reads. Pure. */
import { brand } from '../../src/core/brand';
import type { Mail } from '../gateways/mail/port';

export const INVITATION_HOURS = 72;

export function invitationMail(invitation: {
  readonly to: string;
  /** The name of the admin who invites. */
  readonly from: string;
  /** Where players reach the site, no slash at the end. */
  readonly site: string;
  readonly token: string;
}): Mail {
  const { to, from, site, token } = invitation;
  return {
    to,
    subject: `Invitation to look after ${brand.name}`,
    text: [
      'Hello,',
      '',
      `${from} invites you to become an admin of ${brand.name}. Open this link to choose a username and a password:`,
      '',
      `${site}/sign-up?invitation=${token}`,
      '',
      `It works once, for ${INVITATION_HOURS} hours, and is for you alone: whoever has it can become an admin in your place.`,
      'The account is for work. It can’t play or pay in.',
      '',
      'You did not expect this? Then do nothing, or tell us.',
      `Questions: ${brand.supportEmail}`,
    ].join('\n'),
  };
}
