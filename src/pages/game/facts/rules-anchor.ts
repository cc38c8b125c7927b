/** The fold with the rules and the pay table, below the game. */
export const RULES_ID = 'rules';

/** Opens the rules, scrolls to them and moves the focus there. */
export function openRules(): void {
  const fold = document.getElementById(RULES_ID);
  if (!(fold instanceof HTMLDetailsElement)) return;
  fold.open = true;
  fold.scrollIntoView();
  fold.querySelector('summary')?.focus({ preventScroll: true });
}
