import { expect, it } from 'vitest'
import { describeOnEachDatabase } from '../db/testing.ts'
import { toAppError } from './error-bodies.ts'

describeOnEachDatabase('errors of the database', (open) => {
  it('a person who was deleted while the request ran is a conflict, not a failure of the server', async () => {
    const { db } = await open()
    const saving = db
      .insertInto('chat_folders')
      .values({ id: 'f', user_id: 999, name: 'F', created_at: 1 })
      .execute()
    const error = await saving.then(() => undefined, toAppError)
    expect(error).toMatchObject({ status: 409, userMessage: { code: 'common.deleted_meanwhile' } })
  })
})
