/**
 * Dot products of one row of bytes with many others, sixteen numbers at a time: a loop in JavaScript takes ten times
 * as long, and a search by meaning spends most of its time here. The WebAssembly program is short enough to be
 * written by hand, so that no compiler is needed.
 */
const [I32, VOID, V128] = [0x7f, 0x40, 0x7b]
const get = (local: number) => [0x20, local]
const set = (local: number) => [0x21, local]
const constant = (value: number) => [0x41, value]
const [ADD, SUBTRACT, END] = [0x6a, 0x6b, 0x0b]
const block = [0x02, VOID]
const loop = [0x03, VOID]
const leaveIf = (depth: number) => [0x0d, depth]
const repeat = (depth: number) => [0x0c, depth]
const IS_ZERO = 0x45
const store = [0x36, 2, 0]
const LOAD_16 = [0xfd, 0x00, 0, 0]
const ZEROES = [0xfd, 0x0c, ...new Array<number>(16).fill(0)]
const MULTIPLY_LOW = [0xfd, 0x9c, 0x01]
const MULTIPLY_HIGH = [0xfd, 0x9d, 0x01]
const ADD_PAIRS = [0xfd, 0x7e]
const ADD_FOURS = [0xfd, 0xae, 0x01]
const lane = (at: number) => [0xfd, 0x1b, at]

/**
 * Parameters of `scan`, all in bytes except `rows`: addresses of the rows, the question and the results; number of
 * rows; length of a row.
 */
const [ROWS_AT, QUESTION, TO, ROWS, LENGTH] = [0, 1, 2, 3, 4]
const [AT, LEFT, SUM] = [5, 6, 7]

const addHalf = (multiply: readonly number[]) => [
  ...get(SUM),
  ...get(ROWS_AT),
  ...LOAD_16,
  ...get(AT),
  ...LOAD_16,
  ...multiply,
  ...ADD_PAIRS,
  ...ADD_FOURS,
  ...set(SUM),
]
const advance = (local: number, by: number) => [...get(local), ...constant(by), ADD, ...set(local)]
const countDown = (local: number, by: number) => [...get(local), ...constant(by), SUBTRACT, ...set(local)]

const oneRow = [
  ...ZEROES,
  ...set(SUM),
  ...[...get(QUESTION), ...set(AT), ...get(LENGTH), ...set(LEFT)],
  ...[...block, ...loop, ...get(LEFT), IS_ZERO, ...leaveIf(1)],
  ...addHalf(MULTIPLY_LOW),
  ...addHalf(MULTIPLY_HIGH),
  ...[...advance(ROWS_AT, 16), ...advance(AT, 16), ...countDown(LEFT, 16)],
  ...[...repeat(0), END, END],
  ...get(TO),
  ...[...get(SUM), ...lane(0), ...get(SUM), ...lane(1), ADD],
  ...[...get(SUM), ...lane(2), ADD, ...get(SUM), ...lane(3), ADD],
  ...store,
]
const body = [
  ...[2, 2, I32, 1, V128], // Local variables besides the parameters.
  ...[...block, ...loop, ...get(ROWS), IS_ZERO, ...leaveIf(1)],
  ...oneRow,
  ...[...advance(TO, 4), ...countDown(ROWS, 1)],
  ...[...repeat(0), END, END, END],
]

const sized = (bytes: readonly number[]) => [(bytes.length & 0x7f) | 0x80, bytes.length >> 7, ...bytes]
const text = (name: string) => [name.length, ...Buffer.from(name)]
const PAGES = 16
const PROGRAM = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, ...sized([1, 0x60, 5, I32, I32, I32, I32, I32, 0])],
  ...[3, ...sized([1, 0])],
  ...[5, ...sized([1, 0, PAGES])],
  ...[7, ...sized([2, ...text('scan'), 0, 0, ...text('memory'), 2, 0])],
  ...[10, ...sized([1, ...sized(body)])],
])

const ROOM = PAGES * 65_536
type Scan = (rowsAt: number, question: number, to: number, rows: number, length: number) => void
let program: { scan: Scan; memory: Int8Array; results: Int32Array } | undefined

/** The part of the API that is used here; Node's types don't include it. */
interface WithWebAssembly {
  WebAssembly: {
    Module: new (program: Uint8Array) => object
    Instance: new (module: object) => { exports: { scan: Scan; memory: { buffer: ArrayBuffer } } }
  }
}

function load() {
  const { WebAssembly } = globalThis as unknown as WithWebAssembly
  const { scan, memory } = new WebAssembly.Instance(new WebAssembly.Module(PROGRAM)).exports
  return { scan, memory: new Int8Array(memory.buffer), results: new Int32Array(memory.buffer) }
}

/** `rows`: one after the other, each as long as the question, which must be a multiple of 16. */
export function dotProducts(rows: Int8Array, question: Int8Array): Int32Array {
  program ??= load()
  const { scan, memory, results } = program
  const { length } = question
  const count = rows.length / length
  const products = new Int32Array(count)
  const atOnce = Math.floor((ROOM - length) / (length + 4))
  const to = length
  const rowsAt = length + atOnce * 4
  memory.set(question)
  for (let first = 0; first < count; first += atOnce) {
    const rowCount = Math.min(atOnce, count - first)
    memory.set(rows.subarray(first * length, (first + rowCount) * length), rowsAt)
    scan(rowsAt, 0, to, rowCount, length)
    products.set(results.subarray(to / 4, to / 4 + rowCount), first)
  }
  return products
}
