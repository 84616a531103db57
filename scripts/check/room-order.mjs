// Folders that import each other, directly or through others: whoever changes one of them has to know them all.

/** A room with fewer lines is read as a whole. */
const MAX_LINES_WITHOUT_ORDER = 2000
const MAX_LEVELS = 8

/** From folder to folder, with a file that imports. @typedef {Map<string, Map<string, string>>} Arrows */

/** Of a large room of the server, or of one of its modules. Files beside its folders put the folders together. */
const roomsOf = (/** @type {string} */ file) =>
  [/^server\/src\/[^/]+\//, /^server\/src\/modules\/[^/]+\//].flatMap((room) => room.exec(file)?.[0] ?? [])

const folderIn = (/** @type {string} */ room, /** @type {string} */ file) =>
  file.startsWith(room) ? /^([^/]+)\//.exec(file.slice(room.length))?.[1] : undefined

/**
 * What is wrong with the order of the folders in the large rooms.
 * @param {Map<string, readonly string[]>} graph the files without tests, and what each imports
 * @param {(file: string) => number} linesOf
 * @returns {string[]}
 */
export function findRoomFaults(graph, linesOf) {
  /** @type {Map<string, { lines: number, arrows: Arrows }>} */
  const rooms = new Map()
  for (const [file, targets] of graph)
    for (const name of roomsOf(file)) {
      const room = rooms.get(name) ?? { lines: 0, arrows: new Map() }
      rooms.set(name, room)
      room.lines += linesOf(file)
      for (const target of targets) addArrow(room.arrows, folderIn(name, file), folderIn(name, target), file)
    }
  return [...rooms].flatMap(([name, { lines, arrows }]) => {
    if (lines <= MAX_LINES_WITHOUT_ORDER) return []
    const room = name.slice(0, -1)
    const cycles = findCycles(arrows).map((cycle) => `${room}: folders import each other: ${cycle}`)
    const levels = cycles.length > 0 ? 0 : countLevels(arrows)
    return levels > MAX_LEVELS ? [`${room}: ${levels} levels of folders (at most ${MAX_LEVELS})`] : cycles
  })
}

/**
 * @param {Arrows} arrows
 * @param {string | undefined} from
 * @param {string | undefined} to
 * @param {string} file
 */
export function addArrow(arrows, from, to, file) {
  if (from === undefined || to === undefined || from === to) return
  const targets = arrows.get(from) ?? new Map()
  arrows.set(from, targets.set(to, file))
}

/**
 * For each arrow that leads back to where it starts: the shortest cycle, with a file of each step.
 * @param {Arrows} arrows
 * @returns {string[]}
 */
export function findCycles(arrows) {
  /** @type {Map<string, string>} */
  const cycles = new Map()
  for (const [from, targets] of arrows)
    for (const to of targets.keys()) {
      const back = shortestWay(arrows, to, from)
      if (!back) continue
      const steps = [from, ...back]
      const files = back.map((step, index) => arrows.get(steps[index] ?? '')?.get(step))
      const key = [...back].sort().join()
      if (!cycles.has(key)) cycles.set(key, `${steps.join(' → ')} (${files.join(', ')})`)
    }
  return [...cycles.values()]
}

/**
 * The folders from `start` to `end`, both included.
 * @param {Arrows} arrows
 * @param {string} start
 * @param {string} end
 */
function shortestWay(arrows, start, end) {
  const ways = [[start]]
  const seen = new Set([start])
  for (const way of ways) {
    const last = way.at(-1) ?? ''
    if (last === end) return way
    for (const next of arrows.get(last)?.keys() ?? [])
      if (!seen.has(next)) {
        seen.add(next)
        ways.push([...way, next])
      }
  }
  return undefined
}

/** How many folders the longest way leads through. Without cycles only. @param {Arrows} arrows */
function countLevels(arrows) {
  /** @type {Map<string, number>} */
  const levels = new Map()
  /** @type {(folder: string) => number} */
  const levelOf = (folder) => {
    const known = levels.get(folder)
    if (known !== undefined) return known
    const level = 1 + Math.max(0, ...[...(arrows.get(folder)?.keys() ?? [])].map(levelOf))
    levels.set(folder, level)
    return level
  }
  return Math.max(0, ...[...arrows.keys()].map(levelOf))
}
