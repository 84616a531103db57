import type { Message } from '@bellwether/wire'
import { FileRefusal, type RefusalCode } from '../../modules/workspaces/index.ts'
import { patchText } from './patch-file/patch-text.ts'
import { readLines } from './read-file/read-lines.ts'
import { replaceInText } from './replace-in-file/replace-text.ts'
import { writeOver } from './write-file/write-text.ts'

/** Operations on the text of a file. All of them are pure: they run here, or in a worker thread for a large file. */
const TASKS = { patch: patchText, read: readLines, replace: replaceInText, write: writeOver }

type Tasks = typeof TASKS
export type TextTaskKind = keyof Tasks
export type TextTask<K extends TextTaskKind> = Parameters<Tasks[K]>[0]
export type TextResult<K extends TextTaskKind> = ReturnType<Tasks[K]>

export const doTextTask = <K extends TextTaskKind>(kind: K, task: TextTask<K>): TextResult<K> =>
  (TASKS[kind] as (task: TextTask<K>) => TextResult<K>)(task)

/** Errors lose their class between threads, so a refusal is returned as data. */
export type Attempt =
  | { result: unknown }
  | { refusal: RefusalCode; message: Message; facts: Readonly<Record<string, unknown>> }

export function attemptTextTask<K extends TextTaskKind>(kind: K, task: TextTask<K>): Attempt {
  try {
    return { result: doTextTask(kind, task) }
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error
    const { refusal, reason: message, facts } = error
    return { refusal, message, facts }
  }
}
