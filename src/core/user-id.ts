/** A player's id as it may stand in a path: nothing that could be read as another path. */
export const USER_ID_PATTERN = /^[0-9A-Za-z_-]{1,64}$/;
