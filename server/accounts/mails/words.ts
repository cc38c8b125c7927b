/** Sentences that several mails share. */
import { brand } from '../../../src/core/brand';

/** People may read mails in another browser than the one with the app. */
export const ANY_BROWSER = `The link opens in any browser, also where you are not signed in. Then go back to your ${brand.name} app.`;

/** Returns the address of the page for a new password. A new password ends every session and voids every unused link. */
export const resetPageUrl = (site: string): string => `${site}/reset-password`;
