/** The public interface of `mails`: letters to a player. */
export { mailPlayer, formatMoment } from './mail-player';
export type { MailDeps } from './mail-player';
export { countUnconfirmedMail } from './unconfirmed-mail';
export { inboxOf } from './inbox';
