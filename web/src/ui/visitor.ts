/**
 * Whether somebody has signed in here, as far as the browser remembers. Whether the session still holds, the page behind
 * a link finds out.
 */
export function seemsSignedIn(): boolean {
  return /(?:^|; )id=[^;]/.test(document.cookie);
}
