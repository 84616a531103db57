/**
 * Puts the modules of pages into few chunks. Left alone, every set of pages that share a module gets a chunk of its
 * own: dozens of requests per page.
 *
 * Modules that are used by the same pages belong together. From there, the two chunks that cost the least are merged
 * until no page needs more of them than its limit.
 *
 * @param {ReadonlyMap<string, { size: number, imports: readonly string[] }>} modules by id
 * @param {readonly { starts: readonly string[], limit: number }[]} pages the modules in which a page starts, which stay in
 *   files of their own, and how many chunks it may need
 * @returns {Map<string, string>} the chunk of each module that a page loads
 */
export function groupModules(modules, pages) {
  let chunks = linkChunks(toSmallestChunks(modules, pages), modules)
  for (;;) {
    const pair = findCheapestPair(chunks, toCrowdedPages(chunks, pages))
    if (pair === undefined) break
    chunks = linkChunks(merge(chunks, pair), modules)
  }
  return new Map(chunks.flatMap((chunk, number) => chunk.modules.map((id) => [id, `${number}`])))
}

/** Chunks of the modules that are used by the same pages. `uses` has a 1 for each page that loads the chunk. */
function toSmallestChunks(modules, pages) {
  const uses = new Map()
  for (const [page, { starts }] of pages.entries())
    for (const id of findReached(starts, (module) => importsOf(modules, module))) {
      if (!uses.has(id)) uses.set(id, new Uint8Array(pages.length))
      uses.get(id)[page] = 1
    }
  const chunks = new Map()
  for (const [id, used] of uses) {
    const key = used.join('')
    const chunk = chunks.get(key) ?? { modules: [], size: 0, uses: used }
    chunk.modules.push(id)
    chunk.size += modules.get(id).size
    chunks.set(key, chunk)
  }
  return [...chunks.values()]
}

const importsOf = (modules, id) => modules.get(id).imports.filter((imported) => modules.has(imported))

/** Everything that can be reached from these, which are only part of it if something leads back to them. */
function findReached(starts, nextOf) {
  const reached = new Set()
  const open = starts.flatMap(nextOf)
  while (open.length > 0) {
    const next = open.pop()
    if (reached.has(next)) continue
    reached.add(next)
    open.push(...nextOf(next))
  }
  return reached
}

/** The numbers of the pages that need too many chunks. */
function toCrowdedPages(chunks, pages) {
  const needed = (page) => chunks.reduce((sum, chunk) => sum + chunk.uses[page], 0)
  return [...pages.keys()].filter((page) => needed(page) > pages[page].limit)
}

/**
 * The two chunks whose merging makes pages load the fewest bytes that they don't need. Merges that help many crowded
 * pages at once may cost more.
 */
function findCheapestPair(chunks, crowded) {
  let best
  for (const [at, first] of chunks.entries())
    for (const other of chunks.slice(at + 1)) {
      const helped = crowded.reduce((sum, page) => sum + (first.uses[page] & other.uses[page]), 0)
      if (helped === 0) continue
      const limit = best === undefined ? Number.POSITIVE_INFINITY : best.cost * helped ** 2
      const bytes = countUnneeded(first, other, limit)
      if (bytes < limit) best = { cost: bytes / helped ** 2, pair: [first, other] }
    }
  return best?.pair
}

/** Pages of one chunk then load the other one, and all that it imports. Stops counting at the limit. */
function countUnneeded(first, other, limit) {
  const merged = mergeUses([first, other])
  let bytes = 0
  for (const chunk of [first, other, ...first.reached, ...other.reached]) {
    for (const [page, used] of merged.entries()) if (used && !chunk.uses[page]) bytes += chunk.size
    if (bytes >= limit) break
  }
  return bytes
}

const mergeUses = ([first, ...others]) =>
  first.uses.map((used, page) => (used || others.some((chunk) => chunk.uses[page]) ? 1 : 0))

function merge(chunks, merged) {
  const joined = {
    modules: merged.flatMap((chunk) => chunk.modules),
    size: merged.reduce((sum, chunk) => sum + chunk.size, 0),
    uses: mergeUses(merged),
  }
  return [...chunks.filter((chunk) => !merged.includes(chunk)), joined]
}

/**
 * Finds what each chunk imports: a page that loads one loads those, too. Chunks that import each other could use a
 * value before it exists, so they become one.
 */
function linkChunks(chunks, modules) {
  const chunkOf = new Map(chunks.flatMap((chunk) => chunk.modules.map((id) => [id, chunk])))
  const imports = new Map(
    chunks.map((chunk) => {
      const imported = chunk.modules.flatMap((id) => importsOf(modules, id).map((name) => chunkOf.get(name)))
      return [chunk, [...new Set(imported)].filter((other) => other !== undefined && other !== chunk)]
    }),
  )
  for (const chunk of chunks) chunk.reached = findReached([chunk], (from) => imports.get(from))
  const first = chunks.find((chunk) => chunk.reached.has(chunk))
  if (first) {
    const cycle = chunks.filter((chunk) => first.reached.has(chunk) && chunk.reached.has(first))
    return linkChunks(merge(chunks, cycle), modules)
  }
  for (const chunk of chunks)
    for (const imported of chunk.reached) imported.uses = mergeUses([imported, chunk])
  return chunks
}
