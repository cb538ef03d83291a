import { CATEGORIES, type Category } from '@rasat/contract';
import { Link } from 'react-router';
import { useTranslation } from '../i18n/index.ts';
import { SegmentedNav, segmentLinkClass } from './segmented.tsx';

/** Renders a bar with links to the same page of each category. */
export function CategoryNav({
  label,
  page,
  current,
}: {
  readonly label: string;
  readonly page: 'portfolio' | 'predictor';
  readonly current: Category;
}) {
  const { t } = useTranslation('words');
  return (
    <SegmentedNav label={label}>
      {CATEGORIES.map((category) => (
        <Link
          key={category}
          to={`/dashboard/${page}/${category}`}
          className={segmentLinkClass}
          aria-current={category === current ? 'page' : undefined}
          preventScrollReset
        >
          {t(`category.${category}`)}
        </Link>
      ))}
    </SegmentedNav>
  );
}
