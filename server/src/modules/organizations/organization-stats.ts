import type { OrganizationRecord } from '@bellwether/wire'
import type { Db } from '../../platform/db/db.ts'
import { organizationStatsRepository } from './organization-stats.repository.ts'

/** Numbers for admins. Callers check access before they pass an id. */
export function createOrganizationStats(db: Db) {
  async function ofOrganization(id: number) {
    const [users, assistants, with_tools, knowledgeBases] = await Promise.all([
      organizationStatsRepository.users(db, id),
      organizationStatsRepository.assistants(db, id),
      organizationStatsRepository.assistantsWithTools(db, id),
      organizationStatsRepository.knowledgeBases(db, id),
    ])
    return { users, assistants: { ...assistants, with_tools }, knowledgeBases }
  }

  return {
    ofOrganization,

    /** The settings, without secrets, in LAMB's format. */
    async exportOf({ id, slug, name, config }: OrganizationRecord) {
      const { users, assistants } = await ofOrganization(id)
      return {
        export_version: '1.0',
        export_date: new Date().toISOString(),
        organization: { slug, name, config },
        statistics: {
          users: users.total,
          assistants: assistants.total,
          published_assistants: assistants.published,
        },
      }
    },

    async ofInstallation() {
      const [users, organizations, assistants, with_tools, templates, knowledge_bases, rubrics] =
        await Promise.all([
          organizationStatsRepository.users(db),
          organizationStatsRepository.organizations(db),
          organizationStatsRepository.assistants(db),
          organizationStatsRepository.assistantsWithTools(db),
          organizationStatsRepository.templates(db),
          organizationStatsRepository.knowledgeBases(db),
          organizationStatsRepository.rubrics(db),
        ])
      return {
        users,
        organizations,
        assistants: { ...assistants, with_tools },
        templates,
        knowledge_bases,
        rubrics,
      }
    },

    async usage(id: number) {
      const by_model = await organizationStatsRepository.usage(db, id)
      const sum = (pick: (row: (typeof by_model)[number]) => number) =>
        by_model.reduce((total, row) => total + pick(row), 0)
      return {
        answers: sum((row) => row.answers),
        prompt_tokens: sum((row) => row.prompt_tokens),
        completion_tokens: sum((row) => row.completion_tokens),
        total_tokens: sum((row) => row.total_tokens),
        by_model,
      }
    },

    async listAssistants(id: number) {
      const rows = await organizationStatsRepository.listAssistants(db, id)
      return rows.map(({ oauth_consumer_name, ...row }) => ({
        ...row,
        published: oauth_consumer_name !== null,
      }))
    },
  }
}

export type OrganizationStats = ReturnType<typeof createOrganizationStats>
