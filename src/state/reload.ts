/** Dispatched before the page reloads itself, so that typed input is stored where the new page finds it. */
export const BEFORE_RELOAD = 'ayo-reload';

/** Every reload that the player did not ask the browser for goes through here. */
export function reloadPage(): void {
  dispatchEvent(new Event(BEFORE_RELOAD));
  location.reload();
}
