/** What takes a while to get is asked for once; after a failure it is tried again. */
export function kept<T>(all: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  let found = all.get(name);
  if (!found) {
    found = make();
    all.set(name, found);
    found.catch(() => all.delete(name));
  }
  return found;
}
