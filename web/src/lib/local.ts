/** Tables of this device have names of their own. */
export const isLocal = (id: string): boolean => id.startsWith('local-');

/** What the device's store is called. */
export const STORE = 'sommet';
