import { workerData } from 'node:worker_threads'
import { answerTasks } from '../../../threads/task-thread.ts'
import { loadSqlite } from '../sqlite-module.ts'
import { openReader } from '../sqlite-reader.ts'
import type { ReportQuery } from './report-reader.ts'

const reader = openReader(await loadSqlite(), (workerData as { file: string }).file)
answerTasks<ReportQuery, unknown[]>(({ sql, parameters }) => reader.all(sql, parameters))
