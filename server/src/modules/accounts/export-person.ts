import type { ServerContext } from '../../platform/part.ts';
import type { PersonalData } from '../../platform/personal-data.ts';

/** Returns all stored data about a person as one document, and the name of its file. */
export async function exportPerson(
  { db, keys, clock }: Pick<ServerContext, 'db' | 'keys' | 'clock'>,
  data: readonly PersonalData[],
  person: { readonly id: number; readonly publicId: string },
): Promise<{ readonly document: Record<string, unknown>; readonly name: string }> {
  const written = new Date(clock.now()).toISOString();
  const document: Record<string, unknown> = { product: 'Rasat', written };
  for (const module of data) Object.assign(document, await module.export(db, keys, person.id));
  return { document, name: `rasat-${person.publicId}-${written.slice(0, 10)}.json` };
}
