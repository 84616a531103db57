/** The front matter of a Markdown text: YAML between ---, TOML between +++, or pandoc's lines with %. */
export function splitFrontMatter(text: string): { title?: string; body: string } {
  const fenced = /^(---|\+\+\+)[ \t]*\n/.exec(text)
  if (fenced?.[1]) return splitFenced(text, fenced[0].length, fenced[1])
  if (text.startsWith('% ')) return splitPercent(text)
  return { body: text }
}

function splitFenced(text: string, start: number, fence: string): { title?: string; body: string } {
  const lines = text.slice(start, start + 100_000).split('\n')
  const end = lines.findIndex(
    (line) => line.trimEnd() === fence || (fence === '---' && line.trimEnd() === '...'),
  )
  const matter = lines.slice(0, Math.max(end, 0))
  // A text may start with a horizontal rule; then no keys follow.
  if (end < 1 || !matter.some((line) => /^[\w-]+\s*[:=]/.test(line))) return { body: text }
  const length = matter.reduce((sum, line) => sum + line.length + 1, 0) + (lines[end]?.length ?? 0)
  const title = matter
    .map((line) => /^title\s*[:=]\s*(.*)$/i.exec(line)?.[1])
    .find((value) => value !== undefined)
  return withTitle(title?.trim().replace(/^(["'])(.*)\1$/, '$2'), text.slice(start + length))
}

function splitPercent(text: string): { title?: string; body: string } {
  const lines = text.split('\n', 4)
  const count = lines.findIndex((line) => !line.startsWith('%'))
  const used = count === -1 ? lines.length : count
  const length = lines.slice(0, used).reduce((sum, line) => sum + line.length + 1, 0)
  return withTitle(lines[0]?.slice(1).trim(), text.slice(length))
}

const withTitle = (title: string | undefined, body: string) => (title ? { title, body } : { body })
