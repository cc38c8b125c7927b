/** The six consent tags every platform knows, in the order in which a player reads them: news, offers, surveys, advertising. */
export const CONSENT_TAGS = ['acceptNewsEmail', 'sms', 'emailmarketing', 'acceptSMSOffers', 'smaaneemail', '3rdparty'] as const;
export type ConsentTag = (typeof CONSENT_TAGS)[number];
