import {
  type ActivityPolicy,
  type ActivityQuery,
  type ActivitySummary,
  type ConversationHead,
  type ConversationList,
  type ConversationListQuery,
  MIN_TOPIC_PEOPLE,
  type NewNote,
  type ObservedConversation,
  say,
  type Topics,
  type Unanswered,
} from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import type { Sign } from '../../platform/secrets/pseudonym.ts'
import { requireMay } from '../access/index.ts'
import { type AssistantInContext, assistantRepository, factsOf } from '../assistants/index.ts'
import { isChatId, numberVersions } from '../chats/index.ts'
import { askedBy } from '../usage/index.ts'
import { type ConversationRow, conversationRepository } from './conversations/conversation.repository.ts'
import { figuresRepository, type Period } from './figures/figures.repository.ts'
import { lastDays, summarize } from './figures/summary.ts'
import { createNotes, type NoteDeps } from './notes/notes.ts'
import type { Observed } from './observed.repository.ts'
import type { PrivacyService } from './privacy/privacy.service.ts'
import { pseudonymOf } from './privacy/pseudonyms.ts'
import { requireAnonymous } from './privacy/require-anonymous.ts'
import { createGroups } from './topics/groups.ts'
import { createKeptTitles } from './topics/kept-titles.ts'
import { questionRepository } from './topics/question.repository.ts'
import type { TitleTopics } from './topics/title-topics.ts'

export interface ActivityDeps extends NoteDeps {
  db: Db
  /** The connection for reports. */
  reports: Db
  privacy: Pick<PrivacyService, 'policyOf'>
  sign: Sign
  titleTopics: TitleTopics
  /** The course with this id, if the caller may see it. */
  findCourse(
    caller: UserCaller,
    organizationId: number,
    courseId: number,
  ): Promise<{ people: number } | undefined>
}

export interface ObservedAssistant extends Observed {
  policy: ActivityPolicy
  assistant: AssistantInContext
}

const MAX_TOPICS = 30
const MAX_UNANSWERED = 100

/** What a class asks an assistant. For people who can edit the assistant; everyone else gets not_found. */
export function createActivityService(deps: ActivityDeps) {
  const { db, reports, privacy } = deps

  async function observe(
    caller: UserCaller,
    assistantId: number,
    courseId?: number,
  ): Promise<ObservedAssistant> {
    const assistant = await assistantRepository.findById(db, caller, assistantId)
    if (!assistant) throw notFound('Assistant')
    requireMay(caller, 'edit', factsOf(assistant), 'Assistant')
    const { id, organization_id, owner_id } = assistant
    const policy = await privacy.policyOf(organization_id)
    if (courseId !== undefined) {
      const course = await deps.findCourse(caller, organization_id, courseId)
      if (!course) throw notFound('Course')
      await requireAnonymous(reports, policy, organization_id, { id: courseId, ...course })
    }
    return { id, organizationId: organization_id, ownerId: owner_id, courseId, policy, assistant }
  }

  return {
    observe,
    ...figureMethods(deps, observe),
    ...conversationMethods(deps, observe),

    /** Removes questions from the list of unanswered ones. */
    async setHandled(caller: UserCaller, id: number, questionIds: readonly string[]) {
      const observed = await observe(caller, id)
      requireTexts(observed)
      return { handled: await questionRepository.setHandled(db, reports, observed, questionIds) }
    },

    async addNote(caller: UserCaller, id: number, note: NewNote) {
      const observed = await observe(caller, id)
      const document = await createNotes(deps).add(caller, observed.assistant, note)
      const ids = note.question_ids ?? []
      const handled =
        ids.length > 0 && observed.policy !== 'off'
          ? await questionRepository.setHandled(db, reports, observed, ids)
          : 0
      return { ...document, handled }
    },
  }
}

export type ActivityService = ReturnType<typeof createActivityService>
type Observe = (caller: UserCaller, assistantId: number, courseId?: number) => Promise<ObservedAssistant>

function figureMethods(deps: ActivityDeps, observe: Observe) {
  const { reports } = deps
  const groups = createGroups(reports)
  const notes = createNotes(deps)
  const titles = createKeptTitles(deps.db)

  async function topics(caller: UserCaller, id: number, { days, course }: ActivityQuery): Promise<Topics> {
    const observed = await observe(caller, id, course)
    const { policy } = observed
    if (policy === 'off') return { policy, topics: [], questions: 0, ungrouped: 0 }
    const grouped = await groups.find(observed, lastDays(days, nowSeconds()), {
      unansweredOnly: false,
      minPeople: MIN_TOPIC_PEOPLE,
      maxGroups: MAX_TOPICS,
    })
    const titleOf = await titles.find(id, grouped.groups)
    return {
      policy,
      topics: grouped.groups.map(({ label, questions, people, examples }) => ({
        label,
        ...titleOf({ label, examples }),
        questions,
        people,
        examples,
      })),
      questions: grouped.questions,
      ungrouped: grouped.ungrouped,
    }
  }

  return {
    async summary(caller: UserCaller, id: number, { days, course }: ActivityQuery): Promise<ActivitySummary> {
      const observed = await observe(caller, id, course)
      const bases = notes.basesOf(observed.assistant)
      const period = lastDays(days, nowSeconds())
      const figures = await summarize(reports, observed, period, { policy: observed.policy, bases })
      const namedPeople =
        observed.policy === 'named' ? await conversationRepository.named(reports, observed, period) : []
      const toKey = (userId: number) => pseudonymOf(deps.sign, id, { userId, isNamed: true })
      return {
        ...figures,
        named_people: namedPeople.map(({ user_id, ...person }) => ({ key: toKey(user_id), ...person })),
      }
    },

    /** Figures for any period, as LAMB has them. */
    async totals(caller: UserCaller, id: number, period: Period) {
      return figuresRepository.messageTotals(reports, await observe(caller, id), period)
    },

    async growth(caller: UserCaller, id: number, period: Period) {
      return figuresRepository.growth(reports, await observe(caller, id), period)
    },

    topics,

    /** The same topics with titles by the organization's model. */
    async titleTopics(
      caller: UserCaller,
      id: number,
      query: ActivityQuery,
      signal: AbortSignal,
    ): Promise<Topics> {
      const { topics: allTopics, policy } = await topics(caller, id, query)
      if (policy === 'off') throw forbidden(say('activity.off'))
      const untitled = allTopics.filter(({ title }) => title === null)
      const { organizationId } = await observe(caller, id)
      const askedFor = { ...askedBy(caller), assistantId: id }
      const written = await deps.titleTopics({ organizationId, topics: untitled, askedFor, signal })
      await titles.keep(id, untitled, written)
      return topics(caller, id, query)
    },

    async unanswered(caller: UserCaller, id: number, { days, course }: ActivityQuery): Promise<Unanswered> {
      const observed = await observe(caller, id, course)
      const { policy } = observed
      const knowledge_bases = await notes.writableBases(caller, observed.assistant)
      if (policy === 'off') return { policy, groups: [], total: 0, knowledge_bases }
      const topics = await groups.find(observed, lastDays(days, nowSeconds()), {
        unansweredOnly: true,
        minPeople: 1,
        maxGroups: MAX_UNANSWERED,
      })
      return {
        policy,
        groups: topics.groups.map(({ ids, lastAskedAt, ...group }) => ({
          ...group,
          last_asked_at: lastAskedAt,
          question_ids: ids.slice(0, MAX_IDS),
        })),
        total: topics.questions,
        knowledge_bases,
      }
    },
  }
}

const MAX_IDS = 200

function conversationMethods({ reports, sign }: ActivityDeps, observe: Observe) {
  const toHead = (assistantId: number, row: ConversationRow): ConversationHead => ({
    id: row.id,
    person: {
      key: pseudonymOf(sign, assistantId, { userId: row.user_id, isNamed: row.name !== null }),
      name: row.name,
    },
    title: row.title,
    message_count: row.message_count,
    questions: row.questions,
    unanswered: row.unanswered,
    up: row.up,
    down: row.down,
    started_at: row.created_at,
    updated_at: row.updated_at,
  })

  /** Undefined if no person has this pseudonym. */
  async function findPerson(observed: ObservedAssistant, key: string): Promise<number | undefined> {
    const people = await conversationRepository.people(reports, observed)
    const person = people.find(({ user_id: userId, agreed }) => {
      const isNamed = observed.policy === 'named' && agreed
      return pseudonymOf(sign, observed.id, { userId, isNamed }) === key
    })
    return person?.user_id
  }

  return {
    async conversations(
      caller: UserCaller,
      id: number,
      query: ConversationListQuery,
      period = lastDays(query.days, nowSeconds()),
    ): Promise<ConversationList> {
      const observed = await observe(caller, id, query.course)
      const { policy } = observed
      const { page, per_page, person } = query
      const none = { policy, conversations: [], total: 0, page, per_page }
      if (policy === 'off') return none
      const userId = person === undefined ? undefined : await findPerson(observed, person)
      if (person !== undefined && userId === undefined) return none
      const filter = { only: query.only, search: query.search, userId }
      const rows = await conversationRepository.list(reports, observed, period, filter, {
        isNamed: policy === 'named',
        limit: per_page,
        offset: (page - 1) * per_page,
      })
      return {
        policy,
        conversations: rows.map((row) => toHead(id, row)),
        total: await conversationRepository.count(reports, observed, period, filter),
        page,
        per_page,
      }
    },

    async conversation(caller: UserCaller, id: number, chatId: string): Promise<ObservedConversation> {
      const observed = await observe(caller, id)
      requireTexts(observed)
      const row = isChatId(chatId)
        ? await conversationRepository.find(reports, observed, chatId, observed.policy === 'named')
        : undefined
      if (!row) throw notFound('Chat')
      const messages = await conversationRepository.messages(reports, chatId)
      const versionOf = numberVersions(messages)
      return {
        ...toHead(id, row),
        messages: messages.map((message) => {
          const hidden = Number(message.hidden) === 1
          const rating = hidden || message.value === null ? null : message.value
          return {
            id: message.id,
            role: message.role,
            content: message.content,
            hidden,
            timestamp: message.created_at,
            support: hidden ? null : message.support,
            feedback: rating && { value: rating, comment: message.comment ?? '' },
            version: versionOf(message),
          }
        }),
      }
    },
  }
}

function requireTexts({ policy }: Pick<ObservedAssistant, 'policy'>): void {
  if (policy === 'off') throw forbidden(say('activity.off'))
}
