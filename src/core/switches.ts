/** What the operator may have otherwise, fixed at the build. */
export interface Switches {
  /** The deposit form in its compact form: amounts and method in one row, no explanations. */
  readonly shortCashier: boolean;
  /** A choice among bonuses in the deposit form. Off: nothing of it is shown. */
  readonly bonusSelection: boolean;
}

export const switches: Switches = { shortCashier: false, bonusSelection: false };
