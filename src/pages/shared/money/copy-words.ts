import { catalogue } from '../../../core/words/catalogue';

export const words = catalogue('pages/shared/money/copy-words', {
  copy: 'Copy',
  copyWhat: (name: string) => `Copy: ${name}`,
  copied: 'Copied',
  copyFailed: 'Select the text, then copy it',
});
