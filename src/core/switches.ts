/** The operator's options, fixed at the build. */
export interface Switches {
  /** The deposit form in its compact form: amounts and method in one row, no explanations. */
  readonly shortCashier: boolean;
  /** A choice among bonuses in the deposit form. Off: nothing of it is shown; on: nothing either while nobody offers any. */
  readonly bonusSelection: boolean;
}

// Frozen, so that it stays one object in the built page, which can be looked for and changed there.
export const switches: Switches = Object.freeze({ shortCashier: false, bonusSelection: false });
