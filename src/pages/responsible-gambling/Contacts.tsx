import { brand } from '../../core/brand';
import { words } from './words';

/** The contacts for help: those that the operator has verified, and the operator. */
export function Contacts() {
  return (
    <section className="stack" aria-labelledby="care-contacts">
      <h2 id="care-contacts">{words.contacts}</h2>
      <ul className="contacts">
        {brand.helplines.map(({ name, phone, hours, url }) => (
          <li className="card" key={name}>
            <p className="contact-name">{name}</p>
            {phone === '' ? null : <p><a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a></p>}
            {hours === '' ? null : <p className="quiet small">{hours}</p>}
            {url === '' ? null : <p><a href={url} target="_blank" rel="noopener noreferrer">{new URL(url).host}</a></p>}
          </li>
        ))}
        <li className="card">
          <p className="contact-name">{words.own}</p>
          <p><a className="text-link" href={`mailto:${brand.careEmail}`}>{brand.careEmail}</a></p>
          <p className="quiet small">{words.ownNote}</p>
        </li>
      </ul>
    </section>
  );
}
