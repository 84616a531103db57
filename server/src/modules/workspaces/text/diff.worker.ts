import { answerTasks } from '../../../platform/threads/task-thread.ts'
import type { DiffTask } from './diff-files.ts'
import { type DiffSide, type FileDiff, unifiedDiff } from './unified-diff.ts'

// Bytes come over as plain arrays.
const toSide = (side: DiffSide | undefined): DiffSide | undefined =>
  side && { mode: side.mode, bytes: Buffer.from(side.bytes.buffer, side.bytes.byteOffset, side.bytes.length) }

answerTasks<DiffTask, FileDiff>(({ path, before, after }) => unifiedDiff(path, toSide(before), toSide(after)))
