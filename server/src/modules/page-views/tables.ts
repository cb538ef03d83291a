/** Person who opened pages of a category in an hour. */
export interface PageViewTable {
  hour_ms: number;
  category: string;
  person_id: number;
}

/** Tables of this module. */
export type PageViewsTables = {
  page_view: PageViewTable;
};
