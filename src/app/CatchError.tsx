import { Component } from 'react';
import type { ReactNode } from 'react';
import { ErrorScreen } from './ErrorScreen';
import { LateCode } from './late-code';
import { forgetFailures } from './page-code';

interface Props {
  /** What is drawn: something else is tried anew. */
  readonly at: unknown;
  readonly children: ReactNode;
}

interface State {
  readonly at: unknown;
  readonly caught: { readonly error: unknown } | null;
}

/** Where something broke while it was drawn there is a page that says so, until the next navigation. */
export class CatchError extends Component<Props, State> {
  override state: State = { at: this.props.at, caught: null };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { caught: { error } };
  }

  static getDerivedStateFromProps({ at }: Props, before: State): State | null {
    return at === before.at ? null : { at, caught: null };
  }

  override componentDidCatch(error: unknown): void {
    forgetFailures();
    if (!(error instanceof LateCode)) return;
    // Its code was late; the player who is still there sees the page.
    const drawAnew = () => this.setState(({ caught }) => (caught?.error === error ? { caught: null } : null));
    error.arrival?.then(drawAnew, () => undefined);
  }

  override render(): ReactNode {
    const { caught } = this.state;
    return caught === null ? this.props.children : <ErrorScreen error={caught.error} />;
  }
}
