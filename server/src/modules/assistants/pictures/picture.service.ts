import type { AssistantPicture } from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { notFound } from '../../../platform/errors.ts'
import { may } from '../../access/index.ts'
import { assistantRepository } from '../assistant.repository.ts'
import type { AssistantService } from '../assistant.service.ts'
import { factsOf } from '../records.ts'
import { pictureRepository } from './picture.repository.ts'
import { type NewPicture, toPicture } from './picture-file.ts'

export interface PictureDeps {
  db: Db
  assistants: Pick<AssistantService, 'getRow'>
}

/** Pictures of assistants: everyone who may chat with an assistant sees its picture, those who may edit it change it. */
export function createPictureService({ db, assistants }: PictureDeps) {
  return {
    /** Assistants without a picture, and those that the caller may not use, are left out. */
    async list(caller: UserCaller, ids: readonly number[]): Promise<{ pictures: AssistantPicture[] }> {
      const rows = await assistantRepository.findByIds(db, caller, ids)
      const usable = rows.filter((row) => may(caller, 'use', factsOf(row))).map(({ id }) => id)
      return { pictures: await pictureRepository.marksOf(db, usable) }
    },

    async get(caller: UserCaller, id: number): Promise<NewPicture> {
      await assistants.getRow(caller, 'use', id)
      const picture = await pictureRepository.find(db, id)
      if (!picture) throw notFound('Picture')
      return picture
    },

    async set(caller: UserCaller, id: number, bytes: Buffer): Promise<AssistantPicture> {
      await assistants.getRow(caller, 'edit', id)
      const picture = toPicture(bytes)
      await pictureRepository.save(db, id, picture)
      return { id, mark: picture.mark }
    },

    async remove(caller: UserCaller, id: number): Promise<void> {
      await assistants.getRow(caller, 'edit', id)
      await pictureRepository.remove(db, id)
    },
  }
}

export type PictureService = ReturnType<typeof createPictureService>
