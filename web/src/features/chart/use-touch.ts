import type { WireTouch } from '@rasat/contract';
import { useQuery } from '@tanstack/react-query';
import { touchQuery } from '../../api/calls/analysis.ts';
import { useSubscribed } from '../../api/session/session.ts';

/** Returns the chances of a symbol to a subscriber; null before they are read, without them, and to other visitors. */
export function useTouch(symbol: string): WireTouch | null {
  const enabled = useSubscribed();
  const { data } = useQuery({ ...touchQuery(symbol), enabled });
  return (enabled && data) || null;
}
