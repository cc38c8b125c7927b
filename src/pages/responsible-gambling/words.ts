import { brand } from '../../core/brand';
import type { Band } from '../../core/self-test';
import { catalogue } from '../../core/words/catalogue';

export const words = catalogue('pages/responsible-gambling', {
  tools: 'Your tools',
  links: {
    limits: ['Set limits', 'On deposits, losses and stakes'],
    check: ['Reality check', 'Your time and money while you play'],
    pause: ['Take a break', '24 hours, 7 or 30 days'],
    exclusion: ['Exclude yourself', 'Six months or longer, at once'],
    paid: ['My deposits', 'And my withdrawals'],
    played: ['My rounds', 'And what they cost'],
    withdraw: ['Withdraw', 'Always, even on a break'],
    test: ['Nine questions', 'About how you play, for you alone'],
  },
  byMail: `On this site you ask for a break or an exclusion by e-mail: write to ${brand.careEmail} from the address of your account.`,

  contacts: 'Talk to somebody',
  own: `${brand.name}, about gambling that hurts`,
  ownNote: 'A person answers you. We never try to win you back.',

  test: 'Nine questions about how you play',
  testIntro: 'Think of the last twelve months. It takes two minutes and works offline.',
  testPrivate: 'Your answers stay on this device. They are never sent to anybody, not even us, and change nothing on your account.',
  testGuest: 'You are not signed in, so they are deleted when you close the app.',
  testPlayer: 'They are deleted when you sign out, or when you delete them.',
  start: 'Start',
  again: 'Answer again',
  questions: [
    'Have you staked more than you could really afford to lose?',
    'Have you needed larger stakes to feel the same excitement?',
    'Have you gone back on another day to win back what you had lost?',
    'Have you borrowed money or sold something to be able to play?',
    'Have you felt that you might have a problem with gambling?',
    'Has gambling made you ill, anxious or unable to sleep?',
    'Have people criticised your gambling or said you had a problem, whether you thought it true or not?',
    'Has your gambling brought money trouble to you or your household?',
    'Have you felt guilty about how you gamble, or about what happens when you do?',
  ],
  answers: ['Never', 'Sometimes', 'Often', 'Almost always'],
  missing: 'Choose one.',
  result: 'See my result',
  resultTitle: 'What your answers say',
  answered: 'Answered on',
  bands: {
    none: 'Nothing here points to harm. Keep it that way: setting a limit now costs nothing.',
    low: 'There are first signs of harm. Now is the easiest time to change something.',
    some: 'Gambling does you some harm. We don’t judge you, and it can be turned round, but it seldom passes by itself.',
    strong: 'Gambling harms you in many ways. You don’t have to manage this alone, and waiting makes it harder. The best day to stop is today.',
  } satisfies Record<Band, string>,
  next: 'What you can do now',
  notMedical: 'This is not a medical result. It is based on a test used in research all over the world.',
  notKept: 'This browser saves nothing: the result is lost when you leave the page.',
  remove: 'Delete my answers',
  removed: 'Your answers are deleted.',
});
