type Found = Record<string, { default: Record<string, string | { one: string; other: string }> }>;

const found = import.meta.glob(['./de/*.json', '../games/*/words/de.json'], { eager: true }) as Found;
export const words = Object.assign({}, ...Object.values(found).map((file) => file.default)) as Record<
  string,
  string | { one: string; other: string }
>;
