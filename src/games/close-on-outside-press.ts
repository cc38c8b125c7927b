/**
 * A `ref` for `details` whose panel opens over the page: a press outside them, or Escape, closes them, and the focus goes back to the
 * summary. A panel that lies over nothing, as on a wide screen, stays open.
 */
export function closeOnOutsidePress(details: HTMLDetailsElement): () => void {
  const end = new AbortController();
  const leave = (event: Event): void => {
    const isStaying = event instanceof KeyboardEvent ? event.key !== 'Escape' : event.composedPath().includes(details);
    if (isStaying || !details.open || getComputedStyle(details.lastElementChild ?? details).position !== 'absolute') return;
    details.open = false;
    if (document.activeElement === document.body || event.type === 'keydown') details.querySelector('summary')?.focus();
  };
  for (const type of ['keydown', 'click']) addEventListener(type, leave, { signal: end.signal });
  return () => end.abort();
}
