/**
 * Tells the files and calls of this site from its pages. The service worker and the host share this rule, so that an address
 * opens the same page with a connection and without one.
 */

/** An address below these is never a page, whether it exists or not: HTML would be run as a script, or kept as a picture. */
const FOLDERS = /^\/(?:api(?:\/|$)|(?:assets|cdn|icons|screenshots)\/)/;

/** The files at the top of the site, beside the pages. */
const FILES = /^\/(?:config\.json|licenses\.txt|manifest\.webmanifest|robots\.txt|sw(?:-off)?\.js|version\.json)$/;

/**
 * Whether a path (as a URL has it, not decoded) leads to a page of the app, which says itself when there is none. A dot says
 * nothing about that: `/help.html` is an address that somebody may open.
 */
export function isPageAddress(pathname: string): boolean {
  return !FOLDERS.test(pathname) && !FILES.test(pathname);
}
