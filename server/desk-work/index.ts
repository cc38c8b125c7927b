/** The public interface of `desk-work`: the work that waits for people at the desk. */
export { startDeskMails } from './desk-mails';
export { registerDeskWork } from './routes';
