import { downloadOriginal, readOriginal } from '../knowledge.ts'

/** File types that the browser may display. Types that could run scripts on our origin are downloaded instead. */
const SHOWN: readonly [RegExp, string?][] = [
  [/^application\/pdf$/],
  [/^image\/(png|jpeg|gif|webp)$/],
  [/^text\/(plain|markdown|csv)\b/, 'text/plain;charset=utf-8'],
]
const KEPT_MS = 60_000

export interface Original {
  base: string
  file: string
  name: string
  sourceUrl: string | null
  page: number | null
}

/** Opens the original file, a PDF at the page; a web page at its URL. */
export async function openOriginal({ base, file, name, sourceUrl, page }: Original): Promise<void> {
  if (sourceUrl && /^https?:/.test(sourceUrl)) {
    window.open(sourceUrl, '_blank', 'noreferrer')
    return
  }
  // Opened on click, because browsers block windows that open later.
  const tab = window.open('', '_blank')
  try {
    const bytes = await readOriginal(base, file)
    const shown = SHOWN.find(([type]) => type.test(bytes.type))
    if (!tab || !shown) {
      tab?.close()
      await downloadOriginal(base, file, name)
      return
    }
    const url = URL.createObjectURL(new Blob([bytes], { type: shown[1] ?? bytes.type }))
    tab.location.href = page === null ? url : `${url}#page=${page}`
    setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
  } catch (error) {
    tab?.close()
    throw error
  }
}
