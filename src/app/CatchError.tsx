import { Component } from 'react';
import type { ReactNode } from 'react';
import { ErrorScreen } from './ErrorScreen';
import { LateCode } from './late-code';
import { forgetFailures } from './page-code';

interface Props {
  /** Identifies the content. When it changes, the content is drawn again. */
  readonly resetKey: unknown;
  /** Where the same content has a page of its own; it is tried again there. */
  readonly again?: string;
  readonly children: ReactNode;
}

interface State {
  readonly resetKey: unknown;
  readonly failure: { readonly error: unknown } | null;
}

/** Shows a page about the error where something broke while it was drawn, until the next navigation. */
export class CatchError extends Component<Props, State> {
  override state: State = { resetKey: this.props.resetKey, failure: null };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ resetKey }: Props, before: State): State | null {
    return resetKey === before.resetKey ? null : { resetKey, failure: null };
  }

  override componentDidCatch(error: unknown): void {
    forgetFailures();
    if (!(error instanceof LateCode)) return;
    // The page's code came late. A player who is still there sees the page now.
    const drawAnew = () => this.setState(({ failure }) => (failure?.error === error ? { failure: null } : null));
    error.arrival?.then(drawAnew, () => undefined);
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === null ? this.props.children : <ErrorScreen error={failure.error} again={this.props.again} />;
  }
}
