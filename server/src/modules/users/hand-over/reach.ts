import { type HandedOver, isKindCode, type Message, say } from '@bellwether/wire'
import type { Db } from '../../../platform/db/db.ts'
import { conflict } from '../../../platform/errors.ts'
import type { UserAccount } from '../user.repository.ts'
import { type OwnedAssistant, ownedObjectRepository } from './owned-object.repository.ts'

export interface ReferencedObject {
  kind: string
  id: string
}

export interface ReachDeps {
  db: Db
  /**
   * The objects that an assistant's tools refer to. Injected, because the tools module depends on this one.
   */
  referencesOf(assistant: Pick<OwnedAssistant, 'metadata' | 'rag_collections' | 'rag_top_k'>): {
    objects: ReferencedObject[]
    secrets: string[]
  }
  /** Whether an assistant of this person could use the object at run time. */
  mayUse(
    owner: { userId: number; organizationId: number },
    object: ReferencedObject,
    assistantId: number,
  ): Promise<boolean>
}

/** Compares what assistants can use before and after they change owner. */
export function createReach({ db, referencesOf, mayUse }: ReachDeps) {
  /**
   * An assistant acts with its owner's rights. Handed to a colleague, it must not reach anything of theirs that it could not reach before:
   * otherwise people could read a colleague's material by preparing an assistant and handing it to them.
   */
  async function requireNoGain(
    from: UserAccount,
    to: UserAccount,
    assistants: readonly OwnedAssistant[],
    handedSecrets: ReadonlySet<string>,
  ): Promise<void> {
    const ownSecrets = new Set(
      (await ownedObjectRepository.list(db, 'tool_secrets', to.id)).map(({ name }) => name),
    )
    for (const assistant of assistants) {
      const { objects, secrets } = referencesOf(assistant)
      const clash = secrets.find((name) => ownSecrets.has(name) && !handedSecrets.has(name))
      if (clash !== undefined)
        throw conflict(say('hand_over.secret_clash', { assistant: assistant.name, secret: clash }))
      for (const object of objects) {
        const couldBefore = await mayUse(toOwner(from), object, assistant.id)
        if (!couldBefore && (await mayUse(toOwner(to), object, assistant.id)))
          throw conflict(
            say('hand_over.unreachable_reference', {
              assistant: assistant.name,
              kind: toKind(object.kind),
              id: object.id,
            }),
          )
      }
    }
  }

  /**
   * Runs after the transaction. Returns the objects that assistants use but their new owners can't access.
   */
  async function findUnavailable(
    from: UserAccount,
    to: UserAccount,
    handedOver: readonly OwnedAssistant[],
  ): Promise<HandedOver['unavailable']> {
    const handedOverIds = new Set(handedOver.map(({ id }) => id))
    const received = (await ownedObjectRepository.assistantsOf(db, to.id)).filter(({ id }) =>
      handedOverIds.has(id),
    )
    const remaining = await ownedObjectRepository.assistantsOf(db, from.id)
    const unavailable: HandedOver['unavailable'] = []
    for (const assistant of [...received, ...remaining]) {
      const owner = { userId: assistant.owner_id, organizationId: assistant.organization_id }
      const { objects, secrets } = referencesOf(assistant)
      const secretNames = new Set(
        secrets.length === 0
          ? []
          : (await ownedObjectRepository.list(db, 'tool_secrets', owner.userId)).map(({ name }) => name),
      )
      const add = (kind: string, id: string) =>
        unavailable.push({
          assistant_id: assistant.id,
          assistant_name: assistant.name,
          owner_id: owner.userId,
          kind,
          id,
        })
      for (const name of secrets) if (!secretNames.has(name)) add('tool_secret', name)
      for (const object of objects)
        if (!(await mayUse(owner, object, assistant.id))) add(object.kind, object.id)
    }
    return unavailable
  }

  return { requireNoGain, findUnavailable }
}

const toOwner = ({ id, organization_id }: UserAccount) => ({
  userId: id,
  organizationId: organization_id,
})

function toKind(kind: string): string | Message {
  const code = `parts.kind_${kind}`
  return isKindCode(code) ? say(code) : kind.replaceAll('_', ' ')
}
