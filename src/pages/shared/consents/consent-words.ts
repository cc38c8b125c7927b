import type { ConsentTag } from '../../../core/contract/consents';
import { brand } from '../../../core/brand';
import { catalogue } from '../../../core/words/catalogue';

/**
 * The texts that a player agrees to, the same on every page. A change of meaning is a new wording: raise `CONSENT_WORDING_VERSION` in
 * `server/accounts/consents.ts` with it, because it is part of the proof.
 */
export const words = catalogue('pages/shared/consents/consent-words', {
  tags: {
    acceptNewsEmail: 'News about games and the site, by e-mail',
    sms: 'News about games and the site, by SMS',
    emailmarketing: 'Offers and promotions, by e-mail',
    acceptSMSOffers: 'Offers and promotions, by SMS',
    smaaneemail: 'Invitations to short surveys, by e-mail',
    '3rdparty': 'Advertising: a partner gets my e-mail as a scrambled code, with the pages I open',
  } satisfies Record<ConsentTag, string>,
  /** This stands before the first question. */
  right:
    `All of these are optional, and nothing gets worse without them. You can take each one back at any time, ` +
    `with the switches in your profile or by writing to ${brand.privacyEmail}.`,
});

export const CONSENT_WORDS = words.tags;
