import { CircleQuestionMark } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

/** The button that asks why; what it asks about follows for those who do not see where it stands. */
export function WhyButton({
  what,
  label,
  onPress,
  className,
}: {
  readonly what: string;
  /** The word beside the sign. */
  readonly label: string;
  readonly onPress: () => void;
  readonly className?: string;
}) {
  return (
    <Button
      variant="quiet"
      size="sm"
      onClick={onPress}
      {...(className === undefined ? {} : { className })}
    >
      <CircleQuestionMark aria-hidden="true" width={14} height={14} strokeWidth={1.6} />
      {label}
      <span className="sr-only">{what}</span>
    </Button>
  );
}
