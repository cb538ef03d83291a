import type { catalogue } from './tr/index.ts';

/** The Turkish catalogue with every text as a plain string: what each language must have, key by key. */
type Texts<T> = { readonly [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };

/** A language's texts by namespace; one namespace a feature. */
export type Catalogue = Texts<typeof catalogue>;
