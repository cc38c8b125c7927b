import { useState } from 'react';
import type { ReactNode } from 'react';
import { confirmDecision, withdrawDecision } from '../../../bridge/actions/lookalikes';
import type { LookalikeProposal, PairDecision } from '../../../bridge/actions/lookalikes';
import { errorWords } from '../../../core/error-words';
import { notify } from '../../../state/notifications';
import { Dialog } from '../../../ui/Dialog';
import { PasswordDialog } from '../../shared/form/PasswordDialog';
import { ProposeForm } from './ProposeForm';
import type { DecisionRequest } from './decision-request';
import { words } from './words';
import type { DecisionWords } from './words';

const decisionWords = (what: PairDecision): DecisionWords => words.decisions[what];

interface Act {
  readonly how: 'confirm' | 'withdraw';
  readonly request: DecisionRequest;
  readonly proposal: LookalikeProposal;
}

type DecisionTask = { readonly is: 'propose'; readonly request: DecisionRequest } | { readonly is: 'sending' | 'password'; readonly act: Act };

export interface Decisions {
  readonly busy: boolean;
  propose(request: DecisionRequest): void;
  confirm(request: DecisionRequest, proposal: LookalikeProposal): void;
  withdraw(request: DecisionRequest, proposal: LookalikeProposal): void;
  /** The dialog that is open above the page. */
  readonly dialogs: ReactNode;
}

/** Proposes, confirms and withdraws decisions. `onActed` is called once the platform has answered, or may have done it. */
export function useDecisions(onActed: () => void): Decisions {
  const [task, setTask] = useState<DecisionTask | null>(null);
  const close = () => setTask(null);
  const proposing = task?.is === 'propose' ? task.request : null;

  async function run(act: Act): Promise<void> {
    const { how, request: { two, what, player, other }, proposal: { proposalId } } = act;
    setTask({ is: 'sending', act });
    const result = await (how === 'confirm' ? confirmDecision : withdrawDecision)(two, proposalId);
    if (!result.ok && result.error.problem?.code === 'password-needed') {
      setTask({ is: 'password', act });
      return;
    }
    close();
    onActed();
    if (result.ok) notify({ kind: 'success', text: how === 'confirm' ? decisionWords(what).confirmed(player, other) : words.withdrawn });
    else notify({ kind: 'error', text: result.error.problem === undefined ? words.unknown : errorWords(result.error) });
  }

  return {
    busy: task?.is === 'sending',
    propose: (request) => setTask({ is: 'propose', request }),
    confirm: (request, proposal) => void run({ how: 'confirm', request, proposal }),
    withdraw: (request, proposal) => void run({ how: 'withdraw', request, proposal }),
    dialogs: (
      <>
        {proposing === null ? null : (
          <Dialog open title={decisionWords(proposing.what).title(proposing.player, proposing.other)} closeLabel={words.close} onClose={close}>
            <ProposeForm
              request={proposing}
              onClose={close}
              onDone={() => {
                notify({ kind: 'success', text: decisionWords(proposing.what).proposed(proposing.player) });
                close();
                onActed();
              }}
            />
          </Dialog>
        )}
        {task?.is === 'password' ? <PasswordDialog onClose={close} onConfirmed={() => void run(task.act)} /> : null}
      </>
    ),
  };
}
