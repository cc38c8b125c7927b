import * as page from '../../content/responsible-gambling.md';
import { Article } from '../../ui/Article';

export default function ResponsibleGamblingPage() {
  return <Article page={page} />;
}
