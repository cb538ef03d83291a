import { redirect } from 'react-router';

/** The start address leads to the dashboard. */
export function clientLoader() {
  return redirect('/dashboard');
}

export default function HomeRoute() {
  return null;
}
