import { Link } from 'react-router';

/** Renders a person's name, linked to the person's page of the back office. */
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
