// What models send to patch_file, right and wrong, with the one result that would be right. The same every time.

/** A seeded random number generator, so that every run has the same corpus. */
export function createRandom(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  return {
    below: (most) => Math.floor(next() * most),
    pick: (list) => list[Math.floor(next() * list.length)],
  }
}

const WORDS = ['total', 'count', 'user', 'grade', 'course', 'index', 'value', 'result', 'node', 'item']

/** Lines that look like a program; with `repeat`, some blocks occur several times. */
function makeLines(random, count, repeat) {
  const block = ['    if value is None:', '        return None', '', '    value = value + 1']
  const lines = []
  while (lines.length < count) {
    if (repeat && random.below(4) === 0) lines.push(...block)
    else
      lines.push(
        `${'    '.repeat(random.below(3))}${random.pick(WORDS)}_${lines.length} = ${random.pick(WORDS)}(${random.below(100)})`,
      )
  }
  return lines.slice(0, count)
}

const change = (line_start, old, fresh) => ({
  line_start,
  line_end: line_start + old.length - 1,
  old_content: old.join('\n'),
  new_content: fresh.join('\n'),
  reason: 'bench',
})

/** One or two separate ranges with their replacements. */
function chooseEdits(random, lines, most) {
  const half = Math.floor(lines.length / 2)
  return [0, half].slice(0, 1 + random.below(2)).map((from) => {
    const length = 1 + random.below(Math.min(most, half - 1))
    const start = from + random.below(half - length) + 1
    const old = lines.slice(start - 1, start - 1 + length)
    const fresh = [...old.slice(0, -1), `${old.at(-1)}  # changed $& $1`, '    added = 1']
    return { start, old, fresh }
  })
}

function applyTo(lines, edits) {
  const result = [...lines]
  for (const { start, old, fresh } of [...edits].sort((a, b) => b.start - a.start))
    result.splice(start - 1, old.length, ...fresh)
  return result
}

const join = (lines, { eol = '\n', last = true, bom = '' } = {}) => bom + lines.join(eol) + (last ? eol : '')

/**
 * Each kind creates cases: the file, the call, and `right`, the only acceptable result (undefined = it must be
 * refused). `expected` is the intended change, for a second attempt with the hints of the refusal.
 */
export const KINDS = {
  'right numbers': (random) => simple(random, 120, {}),
  CRLF: (random) => simple(random, 120, { eol: '\r\n' }),
  'no newline at the end, BOM': (random) => simple(random, 80, { last: false, bom: '\uFEFF' }),
  'large hunks': (random) => simple(random, 2000, {}, 300),
  'repeated blocks': (random) => simple(random, 200, {}, 12, true),
  'pasted line numbers': (random) => {
    const patch = simple(random, 120, {})
    const number = (text, from) =>
      text
        .split('\n')
        .map((line, index) => `${from + index}\t${line}`)
        .join('\n')
    for (const edit of patch.changes) {
      edit.old_content = number(edit.old_content, edit.line_start)
      edit.new_content = number(edit.new_content, edit.line_start)
    }
    return patch
  },
  'stale numbers': (random) => stale(random, false),
  'stale numbers in repeated blocks': (random) => stale(random, true),
  'wrong whitespace': (random) => {
    const patch = simple(random, 120, {})
    const [edit] = patch.changes
    edit.old_content = edit.old_content.replace(/^/, random.pick(['\t', ' ', '  ']))
    return { ...patch, right: undefined }
  },
  'sent twice': (random) => {
    const patch = simple(random, 120, {})
    return { ...patch, before: patch.right, right: undefined, expected: undefined }
  },
  'beyond the end': (random) => {
    const patch = simple(random, 60, {})
    const past = change(61 + random.below(20), ['x'], ['y'])
    return { ...patch, changes: [...patch.changes, past], right: undefined, expected: undefined }
  },
  overlapping: (random) => {
    const patch = simple(random, 60, {})
    const [edit] = patch.changes
    return { ...patch, changes: [...patch.changes, { ...edit }], right: undefined, expected: undefined }
  },
  '200,000 lines': (random) => simple(random, 200_000, { eol: random.pick(['\n', '\r\n']) }, 20),
  '200,000 lines, stale numbers': (random) => stale(random, false, 200_000),
}

function simple(random, count, form, most = 12, repeat = false) {
  const lines = makeLines(random, count, repeat)
  const edits = chooseEdits(random, lines, most)
  return {
    before: join(lines, form),
    changes: edits.map(({ start, old, fresh }) => change(start, old, fresh)),
    right: join(applyTo(lines, edits), form),
    expected: undefined,
  }
}

/** Lines were inserted above since the model read the file. */
function stale(random, repeat, count = 150) {
  const lines = makeLines(random, count, repeat)
  const [edit] = chooseEdits(random, lines, 8)
  const above = Array.from({ length: 1 + random.below(9) }, (_, index) => `# put in by somebody ${index}`)
  const before = [...above, ...lines]
  const sent = change(edit.start, edit.old, edit.fresh)
  const moved = { ...edit, start: edit.start + above.length }
  const stands = edit.old.every((line, index) => before[edit.start - 1 + index] === line)
  return {
    before: join(before),
    changes: [sent],
    // In repeated blocks the old text may happen to be at the old line numbers too; then that is the correct result.
    right: stands ? join(applyTo(before, [edit])) : undefined,
    expected: join(applyTo(before, [moved])),
  }
}
