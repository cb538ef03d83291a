import { Link } from 'react-router';

/** A person's name, linked to their page of the back office. */
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
