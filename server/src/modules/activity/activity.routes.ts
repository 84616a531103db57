import {
  activityQuerySchema,
  activitySummarySchema,
  conversationListQuerySchema,
  conversationListSchema,
  handledCountSchema,
  handledSchema,
  idSchema,
  noteSchema,
  observedConversationSchema,
  savedNoteSchema,
  topicsSchema,
  unansweredSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { AnswerSlots } from '../../platform/rate-limit/answer-slots.ts'
import type { ActivityService } from './activity.service.ts'

export interface ActivityRouteDeps {
  activity: ActivityService
  slots: Pick<AnswerSlots, 'during'>
}

const PATH = '/assistants/{id}/activity'
const params = z.object({ id: idSchema })
const common = { tag: 'Activity', access: 'author' } as const

/** For people who can edit the assistant. Owners, admins and colleagues are not counted. */
export const createActivityRoutes = (deps: ActivityRouteDeps): Endpoint[] => [
  ...figureRoutes(deps),
  ...conversationRoutes(deps),
  ...noteRoutes(deps),
]

const figureRoutes = ({ activity, slots }: ActivityRouteDeps): Endpoint[] => [
  endpoint({
    ...common,
    method: 'GET',
    path: PATH,
    summary: 'Get the activity of an assistant',
    description:
      'Questions, people, conversations, ratings, cited documents and rubric results of the last `days`, without texts. For people who can edit the assistant; owners, admins and colleagues are not counted.',
    params,
    query: activityQuerySchema,
    answer: activitySummarySchema,
    handle: ({ caller, params, query }) => activity.summary(caller, params.id, query),
  }),
  endpoint({
    ...common,
    method: 'GET',
    path: `${PATH}/topics`,
    summary: 'List topics',
    description:
      'The latest 5,000 questions, grouped by what they ask. Topics of fewer than three people are left out. Examples contain no names of the class and no contact details.',
    params,
    query: activityQuerySchema,
    answer: topicsSchema,
    handle: ({ caller, params, query }) => activity.topics(caller, params.id, query),
  }),
  endpoint({
    ...common,
    method: 'POST',
    path: `${PATH}/topics/titles`,
    summary: 'Write titles for topics',
    description:
      'The organization’s default model gives each topic a title and a sentence about what the students want to know. It gets the words and examples that `GET …/topics` returns, and nothing else. Titles are kept for 90 days, until the questions of the topic change or one of the people who asked them is deleted.',
    params,
    query: activityQuerySchema,
    answer: topicsSchema,
    handle: ({ caller, params, query, exchange }) =>
      slots.during({ caller }, () => activity.titleTopics(caller, params.id, query, exchange.signal)),
  }),
  endpoint({
    ...common,
    method: 'GET',
    path: `${PATH}/unanswered`,
    summary: 'List unanswered questions',
    description:
      'Questions for which the material had no passage, or whose answer said so or had no support in it, in groups. Questions marked as handled are left out.',
    params,
    query: activityQuerySchema,
    answer: unansweredSchema,
    handle: ({ caller, params, query }) => activity.unanswered(caller, params.id, query),
  }),
]

const conversationRoutes = ({ activity }: ActivityRouteDeps): Endpoint[] => [
  endpoint({
    ...common,
    method: 'GET',
    path: `${PATH}/conversations`,
    summary: 'List conversations',
    description:
      'Last used first. People have pseudonyms, unless the organization shows names and the person agreed.',
    params,
    query: conversationListQuerySchema,
    answer: conversationListSchema,
    handle: ({ caller, params, query }) => activity.conversations(caller, params.id, query),
  }),
  endpoint({
    ...common,
    method: 'GET',
    path: `${PATH}/conversations/{conversation}`,
    summary: 'Get a conversation',
    description: 'With its messages. Messages that the person has hidden have no text.',
    params: params.extend({ conversation: z.string().max(100) }),
    answer: observedConversationSchema,
    handle: ({ caller, params }) => activity.conversation(caller, params.id, params.conversation),
  }),
]

const noteRoutes = ({ activity }: ActivityRouteDeps): Endpoint[] => [
  endpoint({
    ...common,
    method: 'POST',
    path: `${PATH}/unanswered/handled`,
    summary: 'Mark questions as handled',
    description: 'Removes them from the unanswered questions.',
    params,
    body: handledSchema,
    answer: handledCountSchema,
    handle: ({ caller, params, body }) => activity.setHandled(caller, params.id, body.question_ids),
  }),
  endpoint({
    ...common,
    method: 'POST',
    path: `${PATH}/notes`,
    summary: 'Answer an unanswered question',
    description:
      'Adds the question and the answer as a document to a knowledge base of the assistant, and marks the questions as handled.',
    params,
    body: noteSchema,
    answer: savedNoteSchema,
    status: 201,
    handle: ({ caller, params, body }) => activity.addNote(caller, params.id, body),
  }),
]
