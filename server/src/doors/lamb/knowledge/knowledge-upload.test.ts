import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { beforeAll, expect, it, vi } from 'vitest'
import { describeWithNightlyPostgres } from '../../../platform/db/testing.ts'
import { formOf, type ServedKnowledge, serveKnowledge } from './knowledge.testing.ts'

describeWithNightlyPostgres('upload into a knowledge base', (open) => {
  let served: ServedKnowledge
  let dataDir: string
  let id: string
  let path: string
  beforeAll(async () => {
    const database = await open()
    dataDir = database.dataDir
    served = await serveKnowledge(database)
    id = (await served.call('ana', 'POST', '/knowledge-bases', { name: 'Folder' })).body.id
    path = `/knowledge-bases/${id}/files`
  })
  const onDisk = () => readdir(join(dataDir, 'knowledge', id)).catch(() => [])
  const upload = (form: FormData, who = 'ana') => served.call(who, 'POST', path, form)

  it('leaves nothing on disk if the form is refused', async () => {
    const refused = await upload(formOf(['a.txt', 'Text'], { plugin_name: 'magic' }))
    expect(refused.status).toBe(404)
    expect((await upload(formOf(['a.txt', 'Text'], { chunk_size: 'many' }))).status).toBe(400)
    const empty = await upload(formOf(['a.txt', ''], ['b.txt', '']))
    expect([empty.status, empty.body.detail]).toEqual([400, 'The file “a.txt” is empty'])
    const notZip = await upload(formOf(['a.txt', ''], ['b.zip', 'PK\x03\x04 and nothing else']))
    expect([notZip.status, notZip.body.detail]).toEqual([400, expect.stringContaining('damaged')])
    expect((await upload(formOf(['a.txt', 'Text']), 'eve')).status).toBe(404)
    expect((await upload(formOf({ plugin_name: 'simple_ingest' }))).status).toBe(400)
    expect(await onDisk()).toEqual([])
    expect((await served.call('ana', 'GET', path)).body.total).toBe(0)
  })

  it('leaves nothing on disk if the client disconnects', async () => {
    const call = request(served.url + path, {
      method: 'POST',
      headers: { authorization: 'Bearer ana', 'content-type': 'multipart/form-data; boundary=XX' },
    })
    call.on('error', () => undefined)
    call.write('--XX\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\n')
    call.write('words '.repeat(50_000))
    await vi.waitFor(async () => expect(await onDisk()).toHaveLength(1))
    call.destroy()
    await vi.waitFor(async () => expect(await onDisk()).toEqual([]))
  })

  it('skips files that can’t be added, and adds the others', async () => {
    const { id: to } = (await served.call('ana', 'POST', '/knowledge-bases', { name: 'Some' })).body
    const form = () =>
      formOf(
        ['a.txt', 'Leaves.'],
        ['b.txt', ''],
        ['c.zip', 'PK\x03\x04 and nothing else'],
        ['d.txt', 'Roots.'],
      )
    const skipped = [
      { name: 'b.txt', message_code: 'knowledge.file_empty' },
      { name: 'c.zip', message_code: 'documents.corrupt' },
    ]
    const added = await served.call('ana', 'POST', `/knowledge-bases/${to}/files`, form())
    expect(added.status).toBe(201)
    expect(added.body.files.map(({ name }: { name: string }) => name)).toEqual(['a.txt', 'd.txt'])
    expect(added.body.skipped).toMatchObject(skipped)
    const asLamb = await served.call('ana', 'POST', `/creator/knowledgebases/kb/${to}/files`, form())
    expect(asLamb.status).toBe(200)
    expect(asLamb.body.uploaded_files).toHaveLength(2)
    expect(asLamb.body.skipped).toMatchObject(skipped)
    for (const door of [`/kb-server/collections/${to}/ingest-file`, `/creator/libraries/${to}/upload`]) {
      const single = new FormData()
      single.append('file', new File([''], 'b.txt'))
      expect([door, (await served.call('ana', 'POST', door, single)).status]).toEqual([door, 400])
    }
    expect(await readdir(join(dataDir, 'knowledge', to))).toHaveLength(2)
  })

  it('keeps one file of a library’s form, and leaves nothing of others', async () => {
    const { id: to } = (await served.call('ana', 'POST', '/knowledge-bases', { name: 'Library' })).body
    const two = new FormData()
    for (const name of ['a.txt', 'b.txt']) two.append('file', new File([`In ${name}.`], name))
    const added = await served.call('ana', 'POST', `/creator/libraries/${to}/upload`, two)
    expect(added.status).toBeLessThan(300)
    expect(await readdir(join(dataDir, 'knowledge', to))).toHaveLength(1)
  })

  it('adds all of 200 files', async () => {
    const { id: to } = (await served.call('ana', 'POST', '/knowledge-bases', { name: 'Course' })).body
    const notes = Array.from({ length: 200 }, (_, at): [string, string] => [
      `${at}.txt`,
      `Note ${at}. `.repeat(at * 20),
    ])
    for (const door of [`/knowledge-bases/${to}/files`, `/creator/knowledgebases/kb/${to}/files`]) {
      const added = await served.call('ana', 'POST', door, formOf(...notes.slice(1)))
      expect((added.body.files ?? added.body.uploaded_files).length).toBe(199)
    }
  })

  it('skips unchanged files of a folder, and keeps files with the same name in other folders apart', async () => {
    const folder = (notes: string) =>
      formOf(['unit1/notes.txt', 'Leaves are green.'], ['../unit2/./notes.txt', notes], { sync: 'true' })
    const first = await upload(folder('Roots are brown.'))
    expect(first.status).toBe(201)
    expect(first.body.files.map(({ name }: { name: string }) => name)).toEqual([
      'unit1/notes.txt',
      'unit2/notes.txt',
    ])
    expect(first.body.unchanged).toEqual([])
    const [one, two] = first.body.files.map((file: { id: string }) => file.id)
    await served.isRead(id, one)
    await served.isRead(id, two)
    const again = await upload(folder('Roots are white.'))
    expect(again.body.unchanged).toEqual([one])
    expect(again.body.files[0].id).toBe(one)
    await served.isRead(id, again.body.files[1].id)
    expect((await served.call('ana', 'GET', path)).body.total).toBe(2)
    await vi.waitFor(async () => expect(await onDisk()).toHaveLength(2))
  })

  it('adds all files of an upload in their order, the last one of a name included', async () => {
    const { id: to } = (await served.call('ana', 'POST', '/knowledge-bases', { name: 'Order' })).body
    const files = `/knowledge-bases/${to}/files`
    const notes = Array.from({ length: 30 }, (_, at): [string, string] => [`${at}.txt`, `Note ${at}.`])
    const large: [string, string] = ['large.txt', 'A long note. '.repeat(20_000)]
    const all = [...notes, large, ['0.txt', 'The newer note.'] as [string, string]]
    const refused = await served.call('ana', 'POST', files, formOf(...all, { chunk_size: 'many' }))
    expect([refused.status, (await served.call('ana', 'GET', files)).body.total]).toEqual([400, 0])
    expect(await readdir(join(dataDir, 'knowledge', to)).catch(() => [])).toEqual([])
    const added = await served.call('ana', 'POST', files, formOf(...all))
    expect(added.body.files.map(({ name }: { name: string }) => name)).toEqual(all.map(([name]) => name))
    for (const { id: file } of added.body.files.slice(1)) await served.isRead(to, file)
    const list = await served.call('ana', 'GET', `${files}?limit=100`)
    expect(list.body.total).toBe(31)
    const same = await served.call(
      'ana',
      'POST',
      files,
      formOf(['1.txt', 'Note 1.'], ['new.txt', 'New.'], large),
    )
    expect(same.body.unchanged).toEqual([added.body.files[1].id, added.body.files[30].id])
    expect(same.body.files.map(({ name }: { name: string }) => name)).toEqual([
      '1.txt',
      'new.txt',
      'large.txt',
    ])
  })
})
