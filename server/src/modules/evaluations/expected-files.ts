import { type ExpectedPassage, type Message, type RetrievalQuestionDraft, say } from '@bellwether/wire'

/** The files of a knowledge base: id → name. */
export type FileNames = ReadonlyMap<string, string>

export interface ResolvedQuestion {
  draft: RetrievalQuestionDraft
  /** Errors, by the index of the expected passage. */
  faults: { at: number; message: Message }[]
}

/** Adds the file name to each expected passage, because a file that is uploaded again gets a new id. Pure. */
export function resolveFiles(draft: RetrievalQuestionDraft, files: FileNames): ResolvedQuestion {
  const faults: ResolvedQuestion['faults'] = []
  const expected = draft.expected.map((passage, at) => {
    if (passage.file_id === undefined) return passage
    const filename = files.get(passage.file_id)
    if (filename !== undefined) return { ...passage, filename }
    const { file_id, ...rest } = passage
    if (rest.filename !== undefined) return rest
    faults.push({ at, message: say('evaluations.file_not_found', { id: file_id ?? '' }) })
    return passage
  })
  return { draft: { ...draft, expected }, faults }
}

/** File names that questions expect but that don't exist, usually typing errors. Pure. */
export function missingFiles(expected: readonly ExpectedPassage[], files: FileNames): string[] {
  const names = new Set(files.values())
  const missing = expected.flatMap(({ file_id, filename }) =>
    (file_id !== undefined && files.has(file_id)) || (filename !== undefined && names.has(filename))
      ? []
      : [filename ?? `file ${file_id}`],
  )
  return [...new Set(missing)].sort()
}
