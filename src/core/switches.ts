/** The operator's options, fixed at the build. */
export interface Switches {
  /** The deposit form in its compact form: amounts and method in one row, no explanations. */
  readonly shortCashier: boolean;
  /** A choice among bonuses in the deposit form. Off: nothing of it is shown; on: nothing either while nobody offers any. */
  readonly bonusSelection: boolean;
}

// It is frozen, so that the bundler leaves it one object, which an operator can find and change in the built page.
export const switches: Switches = Object.freeze({ shortCashier: false, bonusSelection: false });
