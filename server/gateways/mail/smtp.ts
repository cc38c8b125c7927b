/** The connection to the mail server. One session serves one round of sending, shares its connections, and closes them afterwards. */
import type { SmtpConfig } from '../../config/mail';

export interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The id without brackets. It is the same for every try, so that a mail program recognises a repeated mail. */
  readonly messageId: string;
  readonly at: Date;
}

/** The result of a delivery. Only `code` may stand in a log, because the server's own text contains addresses. */
export type Delivery =
  | { readonly kind: 'sent' }
  /** The refusal is final. */
  | { readonly kind: 'refused'; readonly code: string }
  /** `server`: no mail can be sent now; `recipient`: only this mail can't. */
  | { readonly kind: 'later'; readonly waitsFor: 'server' | 'recipient'; readonly code: string };

export interface SmtpSession {
  /** Never throws. */
  deliver(mail: OutgoingMail): Promise<Delivery>;
  close(): void;
}

/** The number of simultaneous connections from one process. */
export const CONNECTIONS = 2;
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
/** The deadline for one mail; it is shorter than `SENDING_LEASE_MS` in queue.ts. */
export const DELIVERY_DEADLINE_MS = 60_000;

/** Opens a session. `extraCertificates` (PEM) are trusted beside the machine's own authorities. */
export async function openSmtp(config: SmtpConfig, extraCertificates?: string): Promise<SmtpSession> {
  const { host, port, tls, login, from } = config;
  // Loaded here, because a platform without a mail server would load it at each start for nothing.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    pool: true,
    host: host.replace(/^\[|\]$/g, ''),
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    tls: { minVersion: 'TLSv1.2', ...(extraCertificates !== undefined && { ca: extraCertificates }) },
    ...(login !== undefined && { auth: { user: login.user, pass: login.password } }),
    maxConnections: CONNECTIONS,
    // Only our own queue may try again, because it counts the tries.
    maxRequeues: 0,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  });
  return {
    deliver: async ({ to, subject, text, html, messageId, at }) => {
      const timer = setTimeout(() => transport.close({ force: true }), DELIVERY_DEADLINE_MS);
      try {
        await transport.sendMail({
          from, to: { name: '', address: to }, envelope: { from: from.address, to },
          subject, text, html, date: at, messageId: `<${messageId}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return { kind: 'sent' };
      } catch (error) {
        return toDelivery(error);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => transport.close(),
  };
}

/** A refusal of these commands is about the mail; a refusal of any other is about the server or our account there. */
const MAIL_COMMANDS = /^(?:RCPT TO|DATA)/;
/** These codes ("service not available", "sign in first" and the like) are about the server, whatever the command was. */
const SERVER_CODES: readonly number[] = [421, 454, 530, 534, 535, 538];
/** The errors that nodemailer itself finds in a mail, without asking the server. */
const INVALID_MAIL_CODES: readonly (string | undefined)[] = ['EENVELOPE', 'EMESSAGE'];

/** Translates an error of nodemailer. */
export function toDelivery(error: unknown): Delivery {
  const { code, responseCode, command = '' } = errorMembers(error);
  if (responseCode === undefined) {
    return INVALID_MAIL_CODES.includes(code) ? { kind: 'refused', code: 'unfit' } : { kind: 'later', waitsFor: 'server', code: code ?? 'unknown' };
  }
  const statusCode = String(responseCode);
  if (!MAIL_COMMANDS.test(command) || SERVER_CODES.includes(responseCode)) return { kind: 'later', waitsFor: 'server', code: statusCode };
  return responseCode >= 500 ? { kind: 'refused', code: statusCode } : { kind: 'later', waitsFor: 'recipient', code: statusCode };
}

function errorMembers(error: unknown): { code?: string; responseCode?: number; command?: string } {
  if (!(error instanceof Error)) return {};
  const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown };
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof responseCode === 'number' && { responseCode }),
    ...(typeof command === 'string' && { command }),
  };
}
