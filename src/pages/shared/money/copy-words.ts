import { catalogue } from '../../../core/words/catalogue';

export const words = catalogue('pages/shared/money/copy-words', {
  copy: 'Copy',
  copyWhat: (what: string) => `Copy: ${what}`,
  copied: 'Copied',
  copyFailed: 'Select the text, then copy it',
});
