/** Text without control characters, and without those that hide or turn around what stands beside them. */
export const VISIBLE = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u;
