/** A call may take this long, headers and body together. Each comment says what follows when it takes longer. */

/** The service worker waits this long for the network, then answers from the device's store where it can. */
export const SNAPSHOT_DEADLINE_MS = 4_000;
/** A read then ends with an error that can be tried again, and the old content stays. It also bounds a read of a snapshot where none is stored. */
export const READ_DEADLINE_MS = 8_000;
/** A form (also sign-in and sign-up) then keeps what was typed. */
export const FORM_DEADLINE_MS = 15_000;
/** A money call is unknown then, and the app asks the platform by its key. */
export const MONEY_DEADLINE_MS = 20_000;
/** A poll is given up then. This is shorter than the interval of polls, so that a hanging poll does not delay the next one. */
export const POLL_DEADLINE_MS = 12_000;
/** The first and the longest pause between two questions about a key. */
export const ASK_FIRST_MS = 1_000;
export const ASK_LAST_MS = 60_000;
