import { Link } from 'react-router-dom';
import { can } from '../../state/catalogue';
import { useHost } from '../../state/use';
import { Icon } from '../../ui/more-icons';
import { TOOLS } from './tools';
import type { Tool, ToolName } from './tools';
import { words } from './words';

const isAvailable = ({ needs }: Tool): boolean => needs === undefined || can(needs);

/** The tools as tiles. Those that the platform lacks are left out. */
export function Tools({ names }: { names: readonly ToolName[] }) {
  // The platform's capabilities may be known only after the first paint.
  useHost((host) => host.config);
  return (
    <ul className="way-tiles">
      {names.filter((name) => isAvailable(TOOLS[name])).map((name) => {
        const { to, icon } = TOOLS[name];
        const [label, hint] = words.links[name];
        const text = <><Icon name={icon} /><span>{label}<span className="quiet small">{hint}</span></span></>;
        return <li key={name}>{to.startsWith('#') ? <a href={to}>{text}</a> : <Link to={to}>{text}</Link>}</li>;
      })}
    </ul>
  );
}
