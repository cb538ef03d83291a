/**
 * Returns whether the browser has the cookie of a signed-in person. The session may have ended; the next page checks
 * it.
 */
export function seemsSignedIn(): boolean {
  return /(?:^|; )id=[^;]/.test(document.cookie);
}
