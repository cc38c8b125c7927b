/** The public interface of `second-factor`: what admins give beside their password. */
export { sendFactorResetMails } from './factor-mails';
export { registerSecondFactor } from './routes';
export { codeOfStep, stepAt } from './totp';
export { deleteFactor, secondFactorPlace } from './rows';
