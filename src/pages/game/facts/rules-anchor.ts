/** The fold with the rules and the pay table, below the game. */
export const RULES_ID = 'rules';

/** Opens the rules and goes there, the focus too. */
export function openRules(): void {
  const fold = document.getElementById(RULES_ID);
  if (!(fold instanceof HTMLDetailsElement)) return;
  fold.open = true;
  fold.scrollIntoView();
  fold.querySelector('summary')?.focus({ preventScroll: true });
}
