/** The language of figures, amounts and counts: a BCP 47 tag. Set once, before the first page is drawn. */
export const language = { tag: 'en-NG' };
