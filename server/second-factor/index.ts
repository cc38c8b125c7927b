/** The public interface of `second-factor`: what admins give beside their password. */
export { sendFactorResetMails } from './factor-mails';
export { registerSecondFactor } from './routes';
export { deleteFactor, secondFactorPlace } from './rows';
