// npm run draw: writes docs/folders.svg, the folders of the code and what imports what, from the code as it is. A test
// (folders.test.ts) keeps the file up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../setup.mjs'
import { filesIn, IMPORT, targetOf } from './imports.mjs'

export const DRAWING = join(root, 'docs/folders.svg')
const WIDTH = 1080
const MARGIN = 24
const GAP = 20
const LINE = 15
/** Space for the arrows between two rows. */
const BETWEEN = 46
/** Of a line of small text, per letter. */
const LETTER = 6.1

const isTest = (file) => /\.(test|contract|testing)\.ts$/.test(file)

/** Where a file belongs in the picture. */
function roomOf(file) {
  if (file.startsWith('wire/')) return 'wire'
  if (file.startsWith('web/src/lib/features/')) return 'web: features'
  if (file.startsWith('web/src/lib/')) return 'web: lib'
  if (file.startsWith('web/src/routes/')) return 'web: routes'
  return /^server\/src\/([^/.]+)/.exec(file)?.[1]
}

const FOLDERS = {
  wire: 'wire/src',
  'web: features': 'web/src/lib/features',
  'web: lib': 'web/src/lib',
}

/** The folders inside a room, which tell what it contains. */
function insideOf(room) {
  const folder = FOLDERS[room] ?? (room.startsWith('web:') ? undefined : `server/src/${room}`)
  if (folder === undefined || room === 'main' || room === 'plugin') return []
  const names = filesIn(folder).map((file) => /^([^/]+)\//.exec(file.slice(folder.length + 1))?.[1])
  return [...new Set(names)].filter((name) => name !== undefined && name !== 'features').sort()
}

/** For each room, the rooms that its files import. */
export function readRooms() {
  const files = ['wire/src', 'server/src', 'web/src'].flatMap(filesIn).filter((file) => !isTest(file))
  const known = new Set(files)
  const rooms = new Map()
  for (const file of files) {
    const room = roomOf(file)
    if (room === undefined) continue
    if (!rooms.has(room)) rooms.set(room, new Set())
    for (const match of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
      const specifier = match[2] ?? match[3] ?? match[4]
      const target = specifier.startsWith('@bellwether/wire') ? 'wire/src/' : targetOf(file, specifier, known)
      const to = target === undefined ? undefined : roomOf(target)
      if (to !== undefined && to !== room) rooms.get(room).add(to)
    }
  }
  return rooms
}

/** 0 for what imports nothing, otherwise above all that it imports. */
function levelsOf(rooms) {
  const levels = new Map()
  const levelOf = (room) => {
    if (!levels.has(room))
      levels.set(room, 1 + Math.max(-1, ...[...(rooms.get(room) ?? [])].map((to) => levelOf(to))))
    return levels.get(room)
  }
  for (const room of rooms.keys()) levelOf(room)
  // As high as what imports it allows, so that arrows are short.
  for (const room of [...rooms.keys()].sort((a, b) => levels.get(b) - levels.get(a))) {
    const above = [...rooms].filter(([, targets]) => targets.has(room)).map(([name]) => levels.get(name) - 1)
    if (above.length > 0) levels.set(room, Math.min(...above))
  }
  return levels
}

/** Without arrows that others imply: who imports completions reaches modules through them. */
function directOf(rooms, room) {
  const reach = (from, seen = new Set()) => {
    for (const to of rooms.get(from) ?? []) if (!seen.has(to)) reach(to, seen.add(to))
    return seen
  }
  const targets = [...rooms.get(room)]
  return targets.filter((to) => !targets.some((other) => other !== to && reach(other).has(to)))
}

function wrap(names, width) {
  const lines = ['']
  for (const name of names) {
    const next = lines.at(-1) === '' ? name : `${lines.at(-1)} · ${name}`
    if (next.length * LETTER > width && lines.at(-1) !== '') lines.push(name)
    else lines[lines.length - 1] = next
  }
  return lines[0] === '' ? [] : lines
}

export function draw() {
  const rooms = readRooms()
  const levels = levelsOf(rooms)
  const rows = [...new Set(levels.values())].sort((a, b) => b - a)
  const boxes = new Map()
  let top = MARGIN
  for (const level of rows) {
    const names = [...levels]
      .filter(([, at]) => at === level)
      .map(([name]) => name)
      .sort()
    const inside = new Map(names.map((name) => [name, insideOf(name)]))
    const weight = (name) => 4 + Math.sqrt(inside.get(name).join(' ').length)
    const total = names.reduce((sum, name) => sum + weight(name), 0)
    const free = WIDTH - 2 * MARGIN - GAP * (names.length - 1)
    let left = MARGIN
    let height = 0
    for (const name of names) {
      const width = (free * weight(name)) / total
      const lines = wrap(inside.get(name), width - 24)
      boxes.set(name, { left, top, width, lines })
      height = Math.max(height, 36 + lines.length * LINE)
      left += width + GAP
    }
    for (const name of names) boxes.get(name).height = height
    top += height + BETWEEN
  }
  const arrows = [...rooms.keys()].flatMap((from) =>
    directOf(rooms, from).map((to) => arrow(boxes.get(from), boxes.get(to))),
  )
  return `${svgHead(top - BETWEEN + MARGIN)}${arrows.join('')}${[...boxes].map(box).join('')}</svg>\n`
}

function arrow(from, to) {
  const [x1, x2] = [from.left + from.width / 2, to.left + to.width / 2].map(Math.round)
  const [y1, y2] = [from.top + from.height, to.top - 3].map(Math.round)
  const bend = Math.round(Math.min(40, (y2 - y1) / 2))
  return `<path class="a" d="M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}" marker-end="url(#m)"/>\n`
}

function box([name, { left, top, width, height, lines }]) {
  const [x, y, w] = [left, top, width].map(Math.round)
  const rows = lines.map(
    (line, at) => `<text class="s" x="${x + 12}" y="${y + 42 + at * LINE}">${line}</text>`,
  )
  return `<rect class="box" x="${x}" y="${y}" width="${w}" height="${height}" rx="8"/><text class="t" x="${x + 12}" y="${y + 23}">${name}</text>${rows.join('')}\n`
}

const svgHead = (
  height,
) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="ui-sans-serif, system-ui, sans-serif" role="img" aria-labelledby="title"><title id="title">The folders of the code; each arrow is an import</title>
<style>:root{color-scheme:light dark}.bg{fill:#f7f7f4}.box{fill:#fff;stroke:#c9c9c0}.t{fill:#1c2333;font-size:15px;font-weight:600}.s{fill:#565f71;font-size:12px}.a{stroke:#2f5d50;stroke-width:1.5;fill:none;opacity:.7}@media (prefers-color-scheme:dark){.bg{fill:#15181f}.box{fill:#1d212a;stroke:#303643}.t{fill:#e8e9ee}.s{fill:#a2a9b8}.a{stroke:#8cc7b2}}</style>
<defs><marker id="m" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#2f5d50"/></marker></defs>
<rect class="bg" width="${WIDTH}" height="${height}" rx="12"/>
`

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(DRAWING, draw())
