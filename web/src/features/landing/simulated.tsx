import { Text } from '../../ui/document/site-text.tsx';

/** Shows beside prices that they are simulated. */
export function Simulated() {
  return (
    <span className="inline-flex min-h-5.5 items-center rounded-1 border border-brass-line bg-brass-bg px-1.75 text-12 font-med text-brass">
      <Text name="word.simulated" />
    </span>
  );
}
