import { slugParamSchema } from '@bellwether/wire'
import * as z from 'zod'
import type { MigrationService } from '../../../modules/users/index.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'

export interface AdminMigrationDeps {
  migrations: MigrationService
}

const BASE = '/creator/admin/organizations/{slug}'
const common = {
  method: 'POST',
  tag: 'LAMB: organizations',
  access: 'system-admin',
  params: slugParamSchema,
} as const
const targetSchema = z.object({ target_organization_slug: z.string().min(1).max(100) })
const conflictSchema = z.object({
  id: z.int(),
  name: z.string(),
  owner: z.string(),
  conflict_reason: z.string(),
})
const resourcesSchema = z.object({
  users: z.int(),
  assistants: z.int(),
  templates: z.int(),
  kbs: z.int(),
  rubrics: z.int(),
  workspaces: z.int(),
  files: z.int(),
  usage_logs: z.int().meta({ description: 'Always 0: usage stays with the organization that paid for it' }),
})
/** About how many objects are moved in a second. */
const OBJECTS_PER_SECOND = 1000

/** Moving everything in an organization into another one, for system admins: LAMB's contract §12. */
export const createAdminMigrationRoutes = ({ migrations }: AdminMigrationDeps): Endpoint[] => [
  lambEndpoint({
    ...common,
    path: `${BASE}/migration/validate`,
    summary: 'Preview moving an organization into another',
    description: 'Counts what would be moved and lists names that are taken. Changes nothing.',
    body: targetSchema,
    audited: false,
    answer: z.object({
      can_migrate: z.literal(true),
      conflicts: z.object({ assistants: z.array(conflictSchema), templates: z.array(conflictSchema) }),
      resources: resourcesSchema,
      warnings: z.array(z.string()),
      source_org_slug: z.string(),
      target_org_slug: z.string(),
      estimated_time_seconds: z.int(),
    }),
    handle: async ({ params: { slug }, body }) => {
      const preview = await migrations.preview(slug, body.target_organization_slug)
      const objects = Object.values(preview.counts).reduce((sum, number) => sum + number, 0)
      return {
        can_migrate: true as const,
        conflicts: {
          assistants: preview.assistants.map(toConflict),
          templates: preview.templates.map(toConflict),
        },
        resources: { ...preview.counts, usage_logs: 0 },
        warnings: stayingWarning(preview.staying),
        source_org_slug: preview.source.slug,
        target_org_slug: preview.target.slug,
        estimated_time_seconds: Math.ceil(objects / OBJECTS_PER_SECOND),
      }
    },
  }),
  lambEndpoint({
    ...common,
    path: `${BASE}/migrate`,
    summary: 'Move an organization into another',
    description:
      'Moves all people and everything they own, completely or not at all. The people are signed out. Objects with a taken name get a number; with `conflict_strategy` `fail` or `skip` such a move is refused, because content can’t stay behind without its owner. Settings, providers, MCP servers, tool templates, LTI 1.3 platforms and usage are not moved.',
    body: targetSchema.extend({
      conflict_strategy: z.enum(['rename', 'skip', 'fail']).default('rename'),
      preserve_admin_roles: z.boolean().default(false),
      delete_source: z.boolean().default(false),
    }),
    answer: z.object({
      success: z.literal(true),
      resources_migrated: resourcesSchema.extend({ roles: z.int() }),
      conflicts_resolved: z.object({ assistants_renamed: z.int(), templates_renamed: z.int() }),
      warnings: z.array(z.string()),
    }),
    handle: async ({ caller, params: { slug }, body }) => {
      const done = await migrations.migrate(caller, slug, {
        target: body.target_organization_slug,
        onConflict: body.conflict_strategy === 'rename' ? 'rename' : 'fail',
        keepAdmins: body.preserve_admin_roles,
        deleteSource: body.delete_source,
      })
      return {
        success: true as const,
        resources_migrated: { ...done.moved, roles: done.admins, usage_logs: 0 },
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
