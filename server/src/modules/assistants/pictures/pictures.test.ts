import { PICTURE_LIMITS } from '@bellwether/wire'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import type { AssistantService } from '../assistant.service.ts'
import { serve } from '../server.testing.ts'
import { createPlainAssistants, createWorld, draft, shareWith } from '../testing.ts'
import { createPictureRoutes } from './picture.routes.ts'
import { createPictureService, type PictureService } from './picture.service.ts'

/** The header of a PNG file, as far as it is read. */
function pngOf(width: number, height: number, length = 100): Buffer {
  const file = Buffer.alloc(length)
  file.write('\x89PNG\r\n\x1a\n', 'latin1')
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  return file
}
const PICTURE = pngOf(64, 64)

describeOnEachDatabase('the picture of an assistant', (open) => {
  let db: Db
  let world: Awaited<ReturnType<typeof createWorld>>
  let assistants: AssistantService
  let pictures: PictureService
  let server: Awaited<ReturnType<typeof serve>>
  let id: number

  beforeAll(async () => {
    db = (await open()).db
    world = await createWorld(db)
    assistants = createPlainAssistants(db)
    pictures = createPictureService({ db, assistants })
    server = await serve(createPictureRoutes({ assistantPictures: pictures }), [
      world.ana,
      world.ben,
      world.eve,
    ])
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    id = (await assistants.create(world.ana, draft())).id
  })
  const bytesOf = async (caller: UserCaller, of = id) => Buffer.from((await pictures.get(caller, of)).bytes)

  it('is set, replaced and deleted by people who may edit the assistant', async () => {
    const first = await pictures.set(world.ana, id, PICTURE)
    expect(await bytesOf(world.ana)).toEqual(PICTURE)
    const second = await pictures.set(world.ana, id, pngOf(32, 32))
    expect(second.mark).not.toBe(first.mark)
    expect(await bytesOf(world.ana)).toEqual(pngOf(32, 32))
    await pictures.remove(world.ana, id)
    await expect(pictures.get(world.ana, id)).rejects.toMatchObject({ status: 404 })
  })

  it('is for everyone who may use the assistant, and not found for all others', async () => {
    await pictures.set(world.ana, id, PICTURE)
    const without = (await assistants.create(world.ana, draft())).id
    const listed = async (caller: UserCaller) => (await pictures.list(caller, [id, without])).pictures
    expect(await listed(world.ana)).toMatchObject([{ id }])
    for (const stranger of [world.ben, world.eve]) {
      expect(await listed(stranger)).toEqual([])
      await expect(pictures.get(stranger, id)).rejects.toMatchObject({ status: 404 })
      await expect(pictures.set(stranger, id, PICTURE)).rejects.toMatchObject({ status: 404 })
      await expect(pictures.remove(stranger, id)).rejects.toMatchObject({ status: 404 })
    }
    await shareWith(db, id, world.ben)
    expect(await listed(world.ben)).toMatchObject([{ id }])
    expect(await bytesOf(world.ben)).toEqual(PICTURE)
    await expect(pictures.set(world.ben, id, PICTURE)).rejects.toMatchObject({ status: 403 })
    await assistants.remove(world.ana, id)
    expect(await listed(world.ana)).toEqual([])
  })

  it('must be a small PNG, JPEG or WebP file, whatever its name says', async () => {
    const bad: [Buffer, number][] = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 400],
      [Buffer.from('GIF89a\x01\x00\x01\x00'), 400],
      [Buffer.alloc(0), 400],
      [PICTURE.subarray(0, 18), 400],
      [pngOf(PICTURE_LIMITS.side + 1, 10), 413],
      [pngOf(10, 10, PICTURE_LIMITS.bytes + 1), 413],
    ]
    await pictures.set(world.ana, id, PICTURE)
    for (const [bytes, status] of bad)
      await expect(pictures.set(world.ana, id, bytes)).rejects.toMatchObject({ status })
    expect(await bytesOf(world.ana)).toEqual(PICTURE)
  })

  it('is copied with the assistant, exported and imported', async () => {
    await pictures.set(world.ana, id, PICTURE)
    const copy = await assistants.duplicate(world.ana, id)
    expect(await bytesOf(world.ana, copy.id)).toEqual(PICTURE)
    const { content } = await assistants.exportFile(world.ana, id)
    const imported = await assistants.importFile(world.eve, { ...content })
    expect(await bytesOf(world.eve, imported.id)).toEqual(PICTURE)
    const before = (await assistants.listOwn(world.eve, { limit: 50, offset: 0 })).total_count
    for (const picture of ['https://example.org/a.png', 'data:image/svg+xml;base64,AAAA', 7])
      await expect(assistants.importFile(world.eve, { ...content, picture })).rejects.toMatchObject({
        status: 400,
      })
    expect((await assistants.listOwn(world.eve, { limit: 50, offset: 0 })).total_count).toBe(before)
  })

  it('is kept for 30 days with a deleted assistant, and is deleted with its row', async () => {
    await pictures.set(world.ana, id, PICTURE)
    await assistants.remove(world.ana, id)
    await assistants.undelete(world.ana, id)
    expect(await bytesOf(world.ana)).toEqual(PICTURE)
    await db.deleteFrom('assistants').where('id', '=', id).execute()
    expect(
      await db.selectFrom('assistant_pictures').select('mark').where('assistant_id', '=', id).execute(),
    ).toEqual([])
  })

  it('is sent as an image that can’t run anything', async () => {
    const { mark } = await pictures.set(world.ana, id, PICTURE)
    const get = (path: string) => server.raw(world.ana, path)
    const sent = await get(`/assistants/${id}/picture?mark=${mark}`)
    expect(Buffer.from(await sent.arrayBuffer())).toEqual(PICTURE)
    expect(Object.fromEntries(sent.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=86400, immutable',
    })
    // Another picture must not be kept under an old address.
    const old = await get(`/assistants/${id}/picture?mark=old`)
    expect(old.headers.get('cache-control')).toBe('private, no-cache')
    expect((await get('/assistant-pictures?ids=1,x')).status).toBe(422)
    expect(await (await get(`/assistant-pictures?ids=${id},${id}`)).json()).toEqual({
      pictures: [{ id, mark }],
    })
  })
})
