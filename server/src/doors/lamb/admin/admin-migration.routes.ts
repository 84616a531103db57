import { slugParamSchema } from '@bellwether/wire'
import * as z from 'zod'
import type { MigrationService } from '../../../modules/users/index.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { lambGroup } from '../lamb-endpoint.ts'

export interface AdminMigrationDeps {
  migrations: MigrationService
}

const ofOrganization = lambGroup({
  tag: 'organizations',
  access: 'system-admin',
  base: '/creator/admin/organizations/{slug}',
  params: slugParamSchema,
})
const targetSchema = z.object({ target_organization_slug: z.string().min(1).max(100) })
/** About how many objects are moved in a second. */
const OBJECTS_PER_SECOND = 1000
/** Usage stays with the organization that paid for it. */
const NO_USAGE = { usage_logs: 0 }

/** Moving everything in an organization into another one, for system admins: LAMB's contract §12. */
export const createAdminMigrationRoutes = ({ migrations }: AdminMigrationDeps): Endpoint[] => [
  ofOrganization('POST', '/migration/validate', 'Preview moving an organization into another', {
    description: 'Counts what would be moved and lists names that are taken. Changes nothing.',
    body: targetSchema,
    audited: false,
    handle: async ({ params: { slug }, body }) => {
      const preview = await migrations.preview(slug, body.target_organization_slug)
      const objects = Object.values(preview.counts).reduce((sum, number) => sum + number, 0)
      return {
        can_migrate: true,
        conflicts: {
          assistants: preview.assistants.map(toConflict),
          templates: preview.templates.map(toConflict),
        },
        resources: { ...preview.counts, ...NO_USAGE },
        warnings: stayingWarning(preview.staying),
        source_org_slug: preview.source.slug,
        target_org_slug: preview.target.slug,
        estimated_time_seconds: Math.ceil(objects / OBJECTS_PER_SECOND),
      }
    },
  }),
  ofOrganization('POST', '/migrate', 'Move an organization into another', {
    description:
      'Moves all people and everything they own, completely or not at all. The people are signed out. Objects with a taken name get a number; with `conflict_strategy` `fail` or `skip` such a move is refused, because content can’t stay behind without its owner. Settings, providers, MCP servers, tool templates, LTI 1.3 platforms and usage are not moved.',
    body: targetSchema.extend({
      conflict_strategy: z.enum(['rename', 'skip', 'fail']).default('rename'),
      preserve_admin_roles: z.boolean().default(false),
      delete_source: z.boolean().default(false),
    }),
    handle: async ({ caller, params: { slug }, body }) => {
      const done = await migrations.migrate(caller, slug, {
        target: body.target_organization_slug,
        onConflict: body.conflict_strategy === 'rename' ? 'rename' : 'fail',
        keepAdmins: body.preserve_admin_roles,
        deleteSource: body.delete_source,
      })
      return {
        success: true,
        resources_migrated: { ...done.moved, roles: done.admins, ...NO_USAGE },
        conflicts_resolved: {
          assistants_renamed: done.renamedAssistants,
          templates_renamed: done.renamedTemplates,
        },
        warnings: [
          ...renamedWarning(done.renamedAssistants, 'assistants'),
          ...renamedWarning(done.renamedTemplates, 'templates'),
          ...stayingWarning(done.staying),
        ],
      }
    },
  }),
]

const toConflict = ({ id, name, owner }: { id: number; name: string; owner: string }) => ({
  id,
  name,
  owner,
  conflict_reason: 'The owner already has one with this name in the target organization',
})

const renamedWarning = (number: number, kind: string): string[] =>
  number === 0 ? [] : [`Renamed ${kind}: ${number}`]

const stayingWarning = (staying: readonly string[]): string[] =>
  staying.length === 0 ? [] : [`Not moved, because they belong to the organization: ${staying.join(', ')}`]
