import { idSchema, testScheduleDraftSchema, testScheduleSchema } from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { ScheduleService } from './schedule.service.ts'

const PATH = '/assistants/{id}/tests/schedule'
const common = { tag: 'Assistants: tests', access: 'author', params: z.object({ id: idSchema }) } as const

export const createScheduleRoutes = ({ testSchedules }: { testSchedules: ScheduleService }): Endpoint[] => [
  endpoint({
    ...common,
    method: 'GET',
    path: PATH,
    summary: 'Get the test schedule',
    description:
      'The schedule, the next and the last run, and for its owner the tests that passed before and fail now.',
    answer: testScheduleSchema,
    handle: ({ params, caller }) => testSchedules.get(caller, params.id),
  }),
  endpoint({
    ...common,
    method: 'PUT',
    path: PATH,
    summary: 'Set the test schedule',
    description:
      'Runs the tests every day or every week, with the rights and the budget of its owner: the person who set it up. When a test that passed before fails, the owner gets an e-mail and a notice. Others who change it don’t become its owner unless they send `take_over`. The schedule is turned off if its owner loses access or their account. Runs are skipped while the budget would switch to a cheaper model.',
    body: testScheduleDraftSchema,
    answer: testScheduleSchema,
    handle: ({ params, body, caller }) => testSchedules.save(caller, params.id, body),
  }),
  endpoint({
    ...common,
    method: 'DELETE',
    path: PATH,
    summary: 'Delete the test schedule',
    description: 'Also cancels a scheduled run that is in progress.',
    answer: 'none',
    handle: ({ params, caller }) => testSchedules.remove(caller, params.id),
  }),
  endpoint({
    ...common,
    method: 'DELETE',
    path: `${PATH}/notice`,
    summary: 'Dismiss the notice about failing tests',
    description: 'Only its owner can. It also goes away when the tests pass again.',
    answer: 'none',
    handle: ({ params, caller }) => testSchedules.dismissNotice(caller, params.id),
  }),
]
