import { answerTasks } from '../../../platform/threads/task-thread.ts'
import { type Grouping, type GroupingTask, groupQuestions } from './group-questions.ts'

answerTasks<GroupingTask, Grouping>(groupQuestions)
