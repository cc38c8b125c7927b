/** A call may take this long, headers and body together. Each comment says what follows when it takes longer. */

/** The service worker waits this long for the network, then answers from the device's store where it can. */
export const SNAPSHOT_DEADLINE_MS = 4_000;
/** Reads: an error with a retry, the old content stays. Also bounds a snapshot read of which nothing is stored. */
export const READ_DEADLINE_MS = 8_000;
/** Sign-in, sign-up and forms: the form keeps what was typed. */
export const FORM_DEADLINE_MS = 15_000;
/** Money: the intent is unknown then, and the platform is asked by its key. */
export const MONEY_DEADLINE_MS = 20_000;
/** Polls: below their interval, or a hanging one would hold back the next. */
export const POLL_DEADLINE_MS = 12_000;
/** Asking what became of a key: first and last pause between two questions. */
export const ASK_FIRST_MS = 1_000;
export const ASK_LAST_MS = 60_000;
