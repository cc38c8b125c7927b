import * as page from '../../content/privacy.md';
import { Article } from '../../ui/Article';

export default function PrivacyPage() {
  return <Article page={page} />;
}
