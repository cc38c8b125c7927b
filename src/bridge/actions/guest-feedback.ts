/** A guest's feedback; see `outbox/guest-feedback.ts`. */
import { bridge } from '../index';
import { guestFeedbackOf } from '../outbox/guest-feedback';

export const {
  drop: dropGuestFeedback, follow: onGuestFeedback, queue: queueGuestFeedback, read: readGuestFeedback,
} = guestFeedbackOf(bridge);
