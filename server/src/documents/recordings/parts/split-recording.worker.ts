import { openHelperPort } from '../../../platform/threads/helper-port.ts'
import { answerTasks } from '../../../platform/threads/task-thread.ts'
import { copyAudio, type SplitResult, type SplitTask } from './copy-audio.ts'

answerTasks<SplitTask, SplitResult>(copyAudio, openHelperPort())
