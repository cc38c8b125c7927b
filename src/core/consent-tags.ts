/** The six consent tags every platform knows. */
export const CONSENT_TAGS = ['acceptNewsEmail', 'acceptSMSOffers', 'emailmarketing', 'sms', '3rdparty', 'smaaneemail'] as const;
export type ConsentTag = (typeof CONSENT_TAGS)[number];
