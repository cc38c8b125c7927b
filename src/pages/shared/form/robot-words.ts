import { catalogue } from '../../../core/words/catalogue';

export const robotWords = catalogue('pages/shared/form/robot-words', {
  checking: 'We are checking that you are not a robot. This takes a few seconds.',
});
