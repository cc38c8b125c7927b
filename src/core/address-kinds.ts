/**
 * Which addresses of this site are files and calls; all others are pages. One rule for the service worker and for the host, so
 * that an address opens the same page with a connection and without one.
 */

/** What lies below is never a page, whether it is there or not: HTML would be run as a script, or kept as a picture. */
const FOLDERS = /^\/(?:api(?:\/|$)|(?:assets|cdn|icons|screenshots)\/)/;

/** What stands at the top of the site beside the pages. */
const FILES = /^\/(?:config\.json|licenses\.txt|manifest\.webmanifest|robots\.txt|sw(?:-off)?\.js|version\.json)$/;

/**
 * Whether a path (as a URL has it, not decoded) leads to a page of the app, which says itself when there is none. A dot says
 * nothing about that: `/help.html` is an address that somebody may open.
 */
export function isPageAddress(pathname: string): boolean {
  return !FOLDERS.test(pathname) && !FILES.test(pathname);
}
