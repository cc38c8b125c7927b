import * as page from '../../content/terms.md';
import { Article } from '../../ui/Article';

export default function TermsPage() {
  return <Article page={page} />;
}
