import { CircleQuestionMark } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

/** Renders the button that opens an explanation; `what` names its subject for screen readers. */
export function WhyButton({
  what,
  label,
  onPress,
  className,
}: {
  readonly what: string;
  /** The visible text of the button. */
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
