/**
 * Distinguishes the pages of this site from its files and calls. The service worker and the host share this rule, so that an address
 * opens the same page with a connection and without one.
 */

/** An address below these folders is never a page, even if no file is there: a browser would run the HTML as a script, or store it as a picture. */
const FOLDERS = /^\/(?:api(?:\/|$)|(?:assets|cdn|icons|screenshots)\/)/;

/** The files at the top of the site, beside the pages. */
const FILES = /^\/(?:config\.json|licenses\.txt|manifest\.webmanifest|robots\.txt|sitemap\.xml|sw(?:-off)?\.js|version\.json)$/;

/** Addresses that the host refuses because no file can be there; a browser that navigates to one sees the app's "not found" page. */
const NO_FILES = /^\/(?:api|(?:assets|icons|screenshots)\/[^.]*)$/;

/** Says whether the service worker shows the app to a browser that navigates there; true also for `/api` itself, where no call is. */
export function isShellAddress(pathname: string): boolean {
  return NO_FILES.test(pathname) || isPageAddress(pathname);
}

/**
 * True for a path (as in a URL, not decoded) that the app answers with a page, or with its own "not found" page. A dot does not
 * make it a file, because somebody may open `/help.html`.
 */
export function isPageAddress(pathname: string): boolean {
  return !FOLDERS.test(pathname) && !FILES.test(pathname);
}
