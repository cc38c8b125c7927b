/** After one of these events the player controls the scrolling. */
const BY_HAND = ['wheel', 'touchstart', 'pointerdown'] as const;

/**
 * Keeps what Tab has gone to in sight while the page grows above it: the browser holds in place what is at the top of the screen, and
 * pushes the focus out below. Ends with whatever else the player does, until the next Tab.
 */
export function holdFocusInSight(): void {
  let isHeld = false;
  addEventListener('keydown', ({ key }) => {
    isHeld = key === 'Tab';
  }, { capture: true, passive: true });
  for (const event of BY_HAND) {
    addEventListener(event, () => {
      isHeld = false;
    }, { capture: true, passive: true });
  }
  new ResizeObserver(() => {
    const { activeElement, body, documentElement: { clientHeight } } = document;
    if (!isHeld || activeElement === null || activeElement === body) return;
    const { top, bottom, height } = activeElement.getBoundingClientRect();
    if (height < clientHeight && (top < 0 || bottom > clientHeight)) activeElement.scrollIntoView({ block: 'nearest' });
  }).observe(document.body);
}
