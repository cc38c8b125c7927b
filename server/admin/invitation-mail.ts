/** Writes the mail to an invited person. Pure. */
import { brand } from '../../src/core/brand';
import { nameInMail } from '../gateways';
import type { Letter } from '../gateways';

export const INVITATION_HOURS = 72;

export function invitationLetter(invitation: {
  /** The name of the admin who invites. */
  readonly from: string;
  /** The address of the site, without a slash at the end. */
  readonly site: string;
  readonly token: string;
}): Letter {
  const { from, site, token } = invitation;
  return {
    subject: `Invitation to look after ${brand.name}`,
    name: null,
    parts: [
      `${nameInMail(from) ?? 'An admin'} invites you to become an admin of ${brand.name}. Open this link to choose a username and a password:`,
      { action: { label: 'Choose username and password', url: `${site}/sign-up?invitation=${token}` } },
      `It works once, for ${INVITATION_HOURS} hours, and is for you alone: whoever has it can become an admin in your place.`,
      'The account is for work. It can’t play or deposit.',
      { aside: 'You did not expect this? Then do nothing, or tell us.' },
    ],
  };
}
