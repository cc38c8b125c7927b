/** Words of a category's page. */
export const words = {
  unknownTitle: 'There is no such category',
  unknown: 'It may have been renamed, or no game is in it at the moment.',
  all: 'All games',
  others: 'Other categories',
} as const;
