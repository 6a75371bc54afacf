/** Names and keys of push subscriptions. */

/** What the server calls a device: the beginning of its address' hash. */
export async function deviceName(endpoint: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));
  return Array.from(hash.slice(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A key as browsers want it. */
export function keyBytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Whether a subscription was made with this server's key: another one's is of no use. */
export function sameKey(used: ArrayBuffer | null, key: string): boolean {
  const wanted = keyBytes(key);
  return (
    used !== null &&
    used.byteLength === wanted.length &&
    new Uint8Array(used).every((byte, place) => byte === wanted[place])
  );
}
