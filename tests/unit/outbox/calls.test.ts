import { describe, expect, it } from 'vitest';
import { orderAdminGames, patchAdminGame } from '../../../src/core/contract/admin';
import { revokeByHash, signOut } from '../../../src/core/contract/auth';
import { patchDetails } from '../../../src/core/contract/details';
import type { Endpoint } from '../../../src/core/contract/endpoint';
import { addFavourite, removeFavourite } from '../../../src/core/contract/favourites';
import { deleteConsent, postConsent } from '../../../src/core/contract/consents';
import { exclude, setLimit } from '../../../src/core/contract/protection';
import { sendFeedback, sendGuestFeedback, sendMessage } from '../../../src/core/contract/support';
import * as calls from '../../../src/core/outbox/calls';

describe('a call of the outbox', () => {
  const SAME: readonly (readonly [string, { method: string; path: string }, Endpoint])[] = [
    ['editing details', calls.EDIT_DETAILS, patchDetails],
    ['giving consents', calls.GIVE_CONSENTS, postConsent],
    ['withdrawing a consent', calls.WITHDRAW_CONSENT, deleteConsent],
    ['setting a limit', calls.SET_LIMIT, setLimit],
    ['excluding', calls.EXCLUDE, exclude],
    ['marking a game', calls.ADD_FAVOURITE, addFavourite],
    ['taking the mark off', calls.REMOVE_FAVOURITE, removeFavourite],
    ['a message', calls.SEND_MESSAGE, sendMessage],
    ['feedback', calls.SEND_FEEDBACK, sendFeedback],
    ['feedback of a guest', calls.SEND_GUEST_FEEDBACK, sendGuestFeedback],
    ['editing a game', calls.EDIT_GAME, patchAdminGame],
    ['ordering games', calls.ORDER_GAMES, orderAdminGames],
    ['sign-out', calls.SIGN_OUT, signOut],
    ['revocation', calls.REVOKE_BY_HASH, revokeByHash],
  ];

  it.each(SAME)('of %s has the method and the path of the contract', (_, call, endpoint) => {
    expect({ method: call.method, path: call.path }).toEqual({ method: endpoint.method, path: endpoint.path });
  });
});
