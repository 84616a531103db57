import { isKindCode, type Message, say } from '@bellwether/wire'
import type { Caller, UserCaller } from '../../platform/caller.ts'
import { isOrganizationAdmin, isStudent } from '../../platform/caller.ts'
import { forbidden, notFound } from '../../platform/errors.ts'

/**
 * The single access policy. Every object with an owner is passed here as facts, together with the action; nothing
 * else decides. A caller who may not see an object gets not_found.
 */
export type ObjectKind =
  | 'assistant'
  | 'prompt_template'
  | 'file'
  | 'chat'
  | 'chat_folder'
  | 'dialog'
  | 'memory'
  | 'api_key'
  | 'user'
  | 'organization'
  | 'knowledge_base'
  | 'rubric'
  | 'grading'
  | 'workspace'

/**
 * - `see`: read it. `use`: chat with it, or let an assistant of the caller use it.
 * - `edit`: change it. `manage`: delete, publish, share, export.
 * - `retire`: the part of `manage` that an organization admin needs when a colleague has left: unpublish, export and delete an assistant.
 */
export type Verb = 'see' | 'use' | 'edit' | 'manage' | 'retire'

export interface ObjectFacts {
  kind: ObjectKind
  organizationId: number
  /** The owner's user id; undefined for an organization. */
  ownerId?: number | undefined
  /** Shared with this caller by name. */
  sharedWithCaller?: boolean
  /** Shared by name for editing, not only for reading. Only for workspaces. */
  sharedForEditing?: boolean
  /** Shared with the whole organization (a shared template, a public rubric). */
  sharedInOrganization?: boolean
  /** Published assistants may be used by all members of the organization and by clients with the system key. */
  published?: boolean
  /**
   * For assistants and for data they keep about a person: the assistant's id, because a key may be limited to some.
   */
  assistantId?: number
  /** Only for memories: they belong to the asking person, whom a client may have named. */
  ofAskingPerson?: boolean
}

export function may(caller: Caller, verb: Verb, object: ObjectFacts): boolean {
  if (object.kind === 'memory')
    return object.ofAskingPerson === true && (caller.kind === 'system' || isWithinKey(caller, verb, object))
  if (caller.kind === 'system')
    return verb === 'use' && object.kind === 'assistant' && object.published === true
  if (!isWithinKey(caller, verb, object)) return false
  if (PRIVATE.has(object.kind)) return object.ownerId === caller.userId
  if (caller.systemAdmin) return maySystemAdmin(verb, object, caller)
  if (object.organizationId !== caller.organizationId) return false
  switch (object.kind) {
    case 'organization':
      return verb === 'see' || isOrganizationAdmin(caller)
    case 'user':
      return object.ownerId === caller.userId ? verb === 'see' : isOrganizationAdmin(caller)
    case 'file':
      return object.ownerId === caller.userId
    case 'workspace':
      return mayInWorkspace(verb, object, caller)
    default:
      return mayMember(verb, object, caller)
  }
}

/** Chats with their folders, keys and graded works belong to one person; admins can't see them. */
const PRIVATE: ReadonlySet<ObjectKind> = new Set(['chat', 'chat_folder', 'dialog', 'api_key', 'grading'])

function isWithinKey(caller: UserCaller, verb: Verb, object: ObjectFacts): boolean {
  if (caller.onlyAssistants === null) return true
  if (object.kind === 'chat') return true
  const isUse = verb === 'use' && object.kind === 'assistant'
  const isOfPerson = object.kind === 'memory' || object.kind === 'dialog'
  if ((!isUse && !isOfPerson) || object.assistantId === undefined) return false
  return caller.onlyAssistants.includes(object.assistantId)
}

/** A system admin runs the installation and may do everything, except open other people's files. */
function maySystemAdmin(verb: Verb, object: ObjectFacts, caller: UserCaller): boolean {
  if (object.kind === 'workspace')
    return verb === 'manage' || verb === 'retire' || mayInWorkspace(verb, object, caller)
  return object.kind !== 'file' || verb === 'manage' || verb === 'retire' || object.ownerId === caller.userId
}

/** The contents are for the owner and the people the owner has named; admins have no access. */
function mayInWorkspace(verb: Verb, object: ObjectFacts, caller: UserCaller): boolean {
  if (object.ownerId === caller.userId) return true
  if (verb === 'manage' || verb === 'retire' || object.sharedWithCaller !== true) return false
  return verb !== 'edit' || object.sharedForEditing === true
}

function mayMember(verb: Verb, object: ObjectFacts, caller: UserCaller): boolean {
  if (object.kind === 'assistant' && isStudent(caller)) return mayStudentWithAssistant(verb, object, caller)
  if (object.ownerId === caller.userId) return true
  const isAdmin = isOrganizationAdmin(caller)
  switch (verb) {
    case 'see':
    case 'use':
      return (
        isAdmin ||
        object.sharedWithCaller === true ||
        (object.sharedInOrganization === true && !isForColleagues(object, caller)) ||
        (verb === 'use' && object.published === true)
      )
    case 'edit':
    case 'retire':
      return isAdmin && object.kind === 'assistant'
    case 'manage':
      return false
  }
}

/**
 * Students chat with what they are given, and don't read its prompts. A former educator keeps what they built, and may
 * export or delete it, but builds nothing more with the organization's models and tools.
 */
function mayStudentWithAssistant(verb: Verb, object: ObjectFacts, { userId }: UserCaller): boolean {
  if (object.ownerId === userId) return verb !== 'edit' && verb !== 'manage'
  return verb === 'use' && (object.sharedWithCaller === true || object.published === true)
}

/**
 * Educators share these with each other: they may contain instructions or solutions that students must not read.
 * Students reach them only through assistants.
 */
const FOR_COLLEAGUES: ReadonlySet<ObjectKind> = new Set(['prompt_template', 'knowledge_base', 'rubric'])

const isForColleagues = ({ kind }: ObjectFacts, caller: UserCaller): boolean =>
  FOR_COLLEAGUES.has(kind) && isStudent(caller)

/** The kind of an object in the reader's language. */
function toKind(kind: string): string | Message {
  const code = `parts.kind_${kind.toLowerCase().replaceAll(' ', '_')}`
  return isKindCode(code) ? say(code) : kind.toLowerCase()
}

/**
 * Throws not_found when the caller may not see or use the object, and forbidden when they see it but may not do this.
 */
export function requireMay(caller: Caller, verb: Verb, object: ObjectFacts, kind: string): void {
  if (may(caller, verb, object)) return
  if (may(caller, 'see', object))
    throw forbidden(say('requests.insufficient_permissions', { kind: toKind(kind) }))
  throw notFound(kind)
}
