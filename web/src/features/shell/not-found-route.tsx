import { NotFound } from '../../ui/not-found.tsx';

/** Renders the page of an unknown address. */
export default function NotFoundRoute() {
  return <NotFound />;
}
