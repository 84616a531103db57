export function groupModules(
  modules: ReadonlyMap<string, { size: number; imports: readonly string[] }>,
  pages: readonly { starts: readonly string[]; limit: number }[],
): Map<string, string>
