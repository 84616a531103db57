import { compareSync } from 'bcryptjs'
import { answerTasks } from '../../../platform/threads/task-thread.ts'
import type { BcryptTask } from './passwords.ts'

answerTasks<BcryptTask, boolean>(({ password, hash }) => compareSync(password, hash))
