import * as page from '../../content/location-restriction.md';
import { Article } from '../../ui/Article';

export default function LocationRestrictionPage() {
  return <Article page={page} />;
}
