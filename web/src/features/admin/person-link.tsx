import { Link } from 'react-router';

/** The name of somebody, which leads to what the back office knows of them. */
export function PersonLink({
  person,
}: {
  readonly person: { readonly uid: string; readonly name: string; readonly surname: string };
}) {
  return (
    <Link
      to={`/admin/people/${person.uid}`}
      className="inline-flex min-h-6 items-center hover:underline"
    >
      {`${person.name} ${person.surname}`}
    </Link>
  );
}
