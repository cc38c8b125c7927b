import type { AnswerOf } from '../contract/endpoint';
import type { listSessions } from '../contract/sessions';
import { array, boolean, instant, literal, nullable, object, string } from './shape';
import type { Shape } from './shape';

export const sessionsShape: Shape<AnswerOf<typeof listSessions>> = object({
  items: array(
    object({
      sessionRef: string,
      device: string,
      place: nullable(string),
      network: string,
      signedInAt: instant,
      lastSeenAt: instant,
      current: boolean,
      endedAt: nullable(instant),
      endReason: nullable(literal('signed-out', 'expired', 'revoked', 'password-changed', 'excluded', 'account-closed')),
    }),
  ),
  previousSignIn: nullable(instant),
});
