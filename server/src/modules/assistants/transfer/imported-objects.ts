import type {
  AssistantSnapshot,
  ImportCheck,
  NamedObject,
  ObjectRef,
  SettingsWarning,
} from '@bellwether/wire'
import * as z from 'zod'
import type { UserCaller } from '../../../platform/caller.ts'

export type { ObjectRef }

type Named = Pick<AssistantSnapshot, 'metadata' | 'rag_collections'>
type Owner = Pick<UserCaller, 'userId' | 'organizationId'>

/** The object to use instead; null for none. */
export type ChooseObject = (ref: ObjectRef) => string | null

/** What the module needs to know about the objects that settings name. Injected, because tools depend on it. */
export interface ImportedObjects {
  /** Identifies this installation in exported files. */
  installation: string
  listIn(form: Named): ObjectRef[]
  replaceIn(form: Named, choose: ChooseObject): Named
  /** Undefined if the owner's assistants can't use it. */
  nameFor(owner: Owner, ref: ObjectRef): Promise<string | undefined>
}

const keyOf = ({ kind, id }: { kind: string; id: string }): string => `${kind} ${id}`

/** The part of an exported file that tells what its ids stand for: on another server, they are of other objects. */
export async function toOrigin(
  { installation, listIn, nameFor }: ImportedObjects,
  row: Named & { owner_id: number; organization_id: number },
): Promise<{ installation: string; objects: NamedObject[] }> {
  const owner = { userId: row.owner_id, organizationId: row.organization_id }
  const objects: NamedObject[] = []
  for (const ref of listIn(row)) objects.push({ ...ref, name: (await nameFor(owner, ref)) ?? null })
  return { installation, objects }
}

const nameSchema = z.object({ kind: z.string(), id: z.string(), name: z.string() })

/** Which objects the file names, and which of them are certainly the same here. */
export async function findImportedObjects(
  { installation, listIn, nameFor }: ImportedObjects,
  caller: UserCaller,
  file: Record<string, unknown>,
  form: Named,
): Promise<ImportCheck['objects']> {
  const listed = Array.isArray(file['objects']) ? file['objects'] : []
  const names = new Map(
    listed.flatMap((entry: unknown) => {
      const { data } = nameSchema.safeParse(entry)
      return data ? [[keyOf(data), data.name] as const] : []
    }),
  )
  const isFromHere = file['installation'] === installation
  const objects: ImportCheck['objects'] = []
  for (const ref of listIn(form)) {
    const ownName = isFromHere ? await nameFor(caller, ref) : undefined
    const name = ownName ?? names.get(keyOf(ref))?.slice(0, MAX_NAME) ?? null
    objects.push({ ...ref, name, is_same: ownName !== undefined })
  }
  return objects
}

const MAX_NAME = 500

/**
 * Puts the chosen objects in place of those that the file names. An id of another installation stands for something
 * else here, so it is removed unless a choice replaces it. Files that name no installation, such as LAMB's, keep
 * theirs, because programs move assistants within a server with them.
 */
export function withChosenObjects<Form extends Named>(
  { installation, replaceIn }: ImportedObjects,
  file: Record<string, unknown>,
  choices: readonly (ObjectRef & { use: string | null })[],
  form: Form,
): Form {
  const chosen = new Map(choices.map((choice) => [keyOf(choice), choice.use]))
  const isForeign = file['installation'] !== undefined && file['installation'] !== installation
  const choose: ChooseObject = (ref) => {
    const use = chosen.get(keyOf(ref))
    return use === undefined ? (isForeign ? null : ref.id) : use
  }
  return { ...form, ...replaceIn(form, choose) }
}

/** Warnings about what the server or the organization lacks. Objects are asked for instead. */
const ABOUT_SERVER: ReadonlySet<string> = new Set([
  'needs_repair',
  'no_provider',
  'unknown_connector',
  'unknown_model',
  'unknown_prompt_processor',
  'unknown_tool',
])

export const aboutServer = (warnings: readonly SettingsWarning[]): SettingsWarning[] =>
  warnings.filter(({ code }) => ABOUT_SERVER.has(code))
