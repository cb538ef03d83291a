import type { Category } from '@rasat/contract';
import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/index.ts';
import { SegmentedNav, segmentLinkClass } from './segmented.tsx';

type CategoryName = Category;

/** Properties of a link in the bar. */
export interface SegmentLink {
  readonly className: string;
  readonly 'aria-current': 'page' | undefined;
  readonly children: ReactNode;
}

/** Renders a bar with links to the same page of each category. */
export function CategoryNav({
  label,
  categories,
  current,
  link,
}: {
  readonly label: string;
  readonly categories: readonly CategoryName[];
  readonly current: CategoryName;
  /** Renders the router's link to a category. */
  readonly link: (category: CategoryName, props: SegmentLink) => ReactNode;
}) {
  const { t } = useTranslation('words');
  return (
    <SegmentedNav label={label}>
      {categories.map((category) =>
        link(category, {
          className: segmentLinkClass,
          'aria-current': category === current ? 'page' : undefined,
          children: t(`category.${category}`),
        }),
      )}
    </SegmentedNav>
  );
}
