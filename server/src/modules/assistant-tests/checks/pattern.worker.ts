import { answerTasks } from '../../../platform/threads/task-thread.ts'
import type { PatternTask } from './matches-pattern.ts'

answerTasks<PatternTask, boolean>(({ pattern, text }) => new RegExp(pattern, 'iu').test(text))
