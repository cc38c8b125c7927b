const figure = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 2 });

/** "12.5×". */
export const timesWords = (multiplier: number): string => `${figure.format(multiplier)}×`;
