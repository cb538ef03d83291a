import { Navigate } from 'react-router';

/** Redirects from the start of the back office to the people. */
export default function AdminHomeRoute() {
  return <Navigate to="/admin/people" replace />;
}
