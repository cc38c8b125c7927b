import * as page from '../../content/about-us.md';
import { Article } from '../../ui/Article';

export default function AboutUsPage() {
  return <Article page={page} />;
}
