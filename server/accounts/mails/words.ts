/** Sentences that several mails share. */
import { brand } from '../../../src/core/brand';

/** Mails are read in another browser than the one the app is installed in. */
export const ANY_BROWSER = `The link opens in any browser, also where you are not signed in. Then go back to your ${brand.name} app.`;

/** Asks for a new password; ends every session and every open link. */
export const resetPage = (site: string): string => `${site}/reset-password`;
