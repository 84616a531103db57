/** Special sector numbers: end of chain, or unused. */
const FIRST_SPECIAL = 0xfffffffa
const ENTRY = 128
const STREAM = 2
const ROOT = 5

interface Entry {
  name: string
  type: number
  start: number
  size: number
}

/**
 * Reads a stream of a compound file, the container of protected Office documents. Throws RangeError if it is damaged.
 */
export function readStream(file: Buffer, name: string): Buffer | undefined {
  const sectorSize = sizeOf(file.readUInt16LE(30))
  const table = readTable(file, sectorSize)
  const sector = (at: number) => file.subarray((at + 1) * sectorSize, (at + 2) * sectorSize)
  const chained = (start: number) => Buffer.concat(follow(table, start).map(sector))
  const entries = entriesIn(chained(file.readUInt32LE(48)))
  const stream = entries.find((entry) => entry.type === STREAM && entry.name === name)
  if (!stream) return undefined
  if (stream.size >= file.readUInt32LE(56)) return chained(stream.start).subarray(0, stream.size)
  // Small streams share the root's sectors, in pieces of their own size.
  const root = chained(entries.find(({ type }) => type === ROOT)?.start ?? FIRST_SPECIAL)
  const small = sizeOf(file.readUInt16LE(32))
  const pieces = follow(numbersIn(chained(file.readUInt32LE(60))), stream.start)
  return Buffer.concat(pieces.map((at) => root.subarray(at * small, (at + 1) * small))).subarray(
    0,
    stream.size,
  )
}

function sizeOf(shift: number): number {
  if (shift < 6 || shift > 12) throw new RangeError('unsupported sector size')
  return 2 ** shift
}

/** The sector allocation table. If the list of its own sectors does not fit into the header, it continues elsewhere. */
function readTable(file: Buffer, sectorSize: number): number[] {
  const parts = numbersIn(file.subarray(76, 512))
  const perSector = sectorSize / 4 - 1
  const seen = new Set<number>()
  for (let at = file.readUInt32LE(68); at < FIRST_SPECIAL; ) {
    if (seen.has(at)) throw new RangeError('circular sector chain')
    seen.add(at)
    const numbers = numbersIn(file.subarray((at + 1) * sectorSize, (at + 2) * sectorSize))
    for (const number of numbers.slice(0, perSector)) parts.push(number)
    at = numbers[perSector] ?? FIRST_SPECIAL
  }
  const used = parts.filter((part) => part < FIRST_SPECIAL)
  return used.flatMap((part) => numbersIn(file.subarray((part + 1) * sectorSize, (part + 2) * sectorSize)))
}

function follow(table: readonly number[], start: number): number[] {
  const chain: number[] = []
  for (let at = start; at < FIRST_SPECIAL; ) {
    // More than exist: the chain is circular.
    if (chain.length >= table.length) throw new RangeError('circular sector chain')
    chain.push(at)
    const next = table[at]
    if (next === undefined) throw new RangeError('missing sector')
    at = next
  }
  return chain
}

const numbersIn = (bytes: Buffer): number[] =>
  Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readUInt32LE(at * 4))

const entriesIn = (directory: Buffer): Entry[] =>
  Array.from({ length: Math.floor(directory.length / ENTRY) }, (_, at) => {
    const entry = directory.subarray(at * ENTRY, (at + 1) * ENTRY)
    const length = Math.min(Math.max(entry.readUInt16LE(64) - 2, 0), 62)
    return {
      name: entry.toString('utf16le', 0, length),
      type: entry.readUInt8(66),
      start: entry.readUInt32LE(116),
      size: entry.readUInt32LE(120),
    }
  })
