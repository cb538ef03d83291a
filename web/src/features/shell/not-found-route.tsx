import { NotFound } from '../../ui/not-found.tsx';

/** The page for an address that has none. */
export default function NotFoundRoute() {
  return <NotFound />;
}
