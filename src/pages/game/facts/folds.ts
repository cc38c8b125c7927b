/** The folds below the game that its head leads to. */
export const RULES_ID = 'rules';
export const FAIRNESS_ID = 'fairness';

/** Opens a fold, scrolls to it and moves the focus there. */
function openFold(id: string): void {
  const fold = document.getElementById(id);
  if (!(fold instanceof HTMLDetailsElement)) return;
  fold.open = true;
  fold.scrollIntoView();
  fold.querySelector('summary')?.focus({ preventScroll: true });
}

/** The rules and the pay table. */
export const openRules = (): void => openFold(RULES_ID);

/** How the rounds are decided: the whole seal. */
export const openFairness = (): void => openFold(FAIRNESS_ID);
