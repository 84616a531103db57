import type { Db } from '../../platform/db/db.ts'
import type { UserAccount } from './user.repository.ts'
import { userOverviewRepository } from './user-overview.repository.ts'
import { toUserRecord } from './user-records.ts'

export interface ProfileDeps {
  db: Db
}

/** Everything that a user has, in LAMB's format. The caller has checked access. */
export async function toProfile({ db }: ProfileDeps, user: UserAccount) {
  const [assistants, templates, shared, knowledgeBases, rubrics] = await Promise.all([
    userOverviewRepository.assistants(db, user.id),
    userOverviewRepository.templates(db, user.id),
    userOverviewRepository.sharedAssistants(db, user.id),
    userOverviewRepository.knowledgeBases(db, user.id),
    userOverviewRepository.rubrics(db, user.id),
  ])
  const { organization, organization_role, ...record } = toUserRecord(user)
  const emptyList = { total: 0, items: [] }
  return {
    user: { ...record, created_at: user.created_at },
    organization: { ...organization, role: organization_role },
    owned: {
      assistants: { ...toList(assistants), published: count(assistants, (item) => item.published) },
      knowledge_bases: { ...toList(knowledgeBases), shared: count(knowledgeBases, (item) => item.is_shared) },
      rubrics: { ...toList(rubrics), public: count(rubrics, (item) => item.is_public) },
      templates: { ...toList(templates), shared: count(templates, (item) => item.is_shared) },
    },
    shared_with_me: {
      assistants: toList(
        // Student accounts don't see who works in the organization.
        user.user_type === 'end_user' ? shared.map((assistant) => ({ ...assistant, owner: '' })) : shared,
      ),
      knowledge_bases: emptyList,
      rubrics: emptyList,
      templates: emptyList,
    },
  }
}

const toList = <T>(items: readonly T[]) => ({ total: items.length, items })
const count = <T>(items: readonly T[], matches: (item: T) => boolean | undefined): number =>
  items.filter((item) => matches(item) === true).length
