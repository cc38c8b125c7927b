import { catalogue } from '../../../core/words/catalogue';

export const robotWords = catalogue('pages/shared/form/robot-words', {
  checking: 'One moment: we are checking that you are not a robot. This takes a few seconds, and what you typed stays here.',
});
