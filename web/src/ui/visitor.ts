/**
 * Whether the browser has the cookie of a person who signed in. The session may have ended; the next page checks it.
 */
export function seemsSignedIn(): boolean {
  return /(?:^|; )id=[^;]/.test(document.cookie);
}
