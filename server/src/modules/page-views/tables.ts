/** Who opened which pages in which hour. */
export interface PageViewTable {
  hour_ms: number;
  category: string;
  person_id: number;
}

/** The tables of this module. */
export type PageViewsTables = {
  page_view: PageViewTable;
};
