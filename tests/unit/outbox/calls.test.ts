import { describe, expect, it } from 'vitest';
import { orderAdminGames, patchAdminGame } from '../../../src/core/contract/admin';
import { revokeByHash, signOut } from '../../../src/core/contract/auth';
import { patchDetails } from '../../../src/core/contract/details';
import type { Endpoint } from '../../../src/core/contract/endpoint';
import { addFavourite, removeFavourite } from '../../../src/core/contract/favourites';
import { deleteConsent, postConsent } from '../../../src/core/contract/consents';
import { exclude, setLimit } from '../../../src/core/contract/protection';
import { sendFeedback, sendGuestFeedback, sendMessage } from '../../../src/core/contract/support';
import { parseAnswer } from '../../../src/api/answer';
import type { QueueableCall } from '../../../src/core/outbox/queueable-paths';
import * as calls from '../../../src/core/outbox/calls';
import type { Shape } from '../../../src/core/schema';
import { answerTo } from './answers';

/** Answers of success that something between the device and the platform gives to everything. */
const NOT_OF_THE_PLATFORM: readonly (readonly [string, string, string])[] = [
  ['text/plain', 'OK', 'plain text'], ['application/json', '{"status":"blocked"}', 'JSON of a firewall'], ['application/json', '[]', 'a list'],
];

describe('a call of the outbox', () => {
  const SAME: readonly (readonly [string, QueueableCall | typeof calls.SIGN_OUT, Endpoint])[] = [
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

  const answerShape = (call: object): Shape<unknown> | undefined => ('answer' in call ? (call.answer as Shape<unknown>) : undefined);
  const parsed = (call: object, text: string, contentType: string | null = 'application/json') =>
    parseAnswer({ status: text === '' ? 204 : 200, contentType, text }, answerShape(call)).ok;

  it.each(SAME)('of %s is answered by the answer of the contract, or by nothing where it has none, with members that this build does not know', (_, call, endpoint) => {
    const answer = answerTo(endpoint);
    expect(endpoint.answer === undefined).toBe(answer === undefined);
    expect(endpoint.answer?.safeParse(answer).success ?? true).toBe(true);
    expect(answer === undefined ? parsed(call, '', null) : parsed(call, JSON.stringify({ ...answer, more: [1] }))).toBe(true);
  });

  describe.each(SAME)('of %s', (name, call) => {
    it.each(NOT_OF_THE_PLATFORM)('that is answered 200 %s %s is not sent', (contentType, text, what) => {
      // A platform may answer a consent with any JSON object, because the app reads the result from the profile.
      const isFree = call === calls.GIVE_CONSENTS && what !== 'plain text';
      expect(parsed(call, text, contentType), name).toBe(isFree && what !== 'a list');
    });
  });

  it('that another platform answers with nothing more than its success is sent', () => {
    for (const call of [calls.GIVE_CONSENTS, calls.WITHDRAW_CONSENT, calls.ADD_FAVOURITE, calls.SIGN_OUT, calls.REVOKE_BY_HASH]) {
      expect(parsed(call, '{"success":true}')).toBe(true);
      expect(parsed(call, '')).toBe(true);
      expect(parseAnswer({ status: 200, contentType: null, text: '\r\n' }, answerShape(call)).ok).toBe(true);
    }
  });
});
