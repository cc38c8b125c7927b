import { ProblemError } from '../http/problem';

export function ownPlayerProblem(): ProblemError {
  return new ProblemError('own-request', 'This player seems to be you.', {
    detail: 'The player has your identity, your phone number or your bank account, or has been in a browser that you use. Others decide about it.',
  });
}
