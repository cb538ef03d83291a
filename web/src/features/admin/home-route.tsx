import { Navigate } from 'react-router';

/** The back office begins with the people. */
export default function AdminHomeRoute() {
  return <Navigate to="/admin/people" replace />;
}
