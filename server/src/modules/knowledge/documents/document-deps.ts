import type { Message } from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { RemoveSoon } from '../../../platform/storage/remove-soon.ts'
import type { Verb } from '../../access/index.ts'
import type { Originals } from '../originals/originals.ts'
import type { BaseWithOwner } from '../records/base.repository.ts'
import type { PasswordBox } from '../records/file-password.ts'

export interface DocumentDeps {
  db: Db
  originals: Originals
  removeSoon: RemoveSoon
  box: PasswordBox
  getBase(caller: UserCaller, verb: Verb, id: number): Promise<BaseWithOwner>
  /** Called when there are files to process. */
  wake(): void
  abandon(file: number): void
  markChanged(base: number): Promise<void>
  /** Throws if the organization has no model that can describe images. */
  requireDescriber(organizationId: number, chosenModel: string | undefined): Promise<void>
  /** Why a recording can't be processed; undefined for other files. */
  findRefusal(
    organizationId: number,
    file: { name: string; size: number },
  ): Promise<{ kind: 'no_model' | 'too_large'; message: Message } | undefined>
}
