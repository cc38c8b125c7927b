/** Which mail server, as `SMTP_URL` and `MAIL_FROM` say. */

export interface SmtpConfig {
  readonly host: string;
  readonly port: number;
  /** `implicit`: from the first byte (smtps); `required`: asked for, or nothing is sent; `off`: none. */
  readonly tls: 'implicit' | 'required' | 'off';
  readonly login: { readonly user: string; readonly password: string } | undefined;
  readonly from: { readonly name: string; readonly address: string };
}
