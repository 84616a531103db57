import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { closeSites, fetcherFor, startSite } from '../../../documents/crawler/site.testing.ts'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import { createLog } from '../../../platform/log.ts'
import { createDiskStorage } from '../../../platform/storage/disk/disk-storage.ts'
import { createWorld } from '../../assistants/testing.ts'
import { createKnowledge } from '../knowledge.ts'
import { createFakeEmbedder } from '../retrieval/vectors/embedder.testing.ts'

afterAll(closeSites)
const every = { limit: 1000, offset: 0 }
const page = (title: string, text: string, ...hrefs: string[]) =>
  `<html lang="en"><head><title>${title}</title></head><body><article><h1>${title}</h1><p>${text}</p></article>${hrefs.map((href) => `<a href="${href}">${href}</a>`).join('')}</body></html>`

describeOnEachDatabase('a site that is fetched again', (open) => {
  it('is processed only where it changed; removed pages are deleted, and unchanged ones keep their vectors', async () => {
    const pages: Record<string, string> = {
      '/': page(
        'Home',
        `Welcome to the course on plants. ${'We grow them. '.repeat(20)}`,
        '/leaf',
        '/root',
        '/moss',
      ),
      '/leaf': page('Leaf', 'Chlorophyll makes leaves green and catches the light of the sun.'),
      '/root': page('Root', 'Roots drink water from the soil and hold the plant upright.', '/deep'),
      '/deep': page('Deep', 'The deepest roots of a fig tree reach one hundred and twenty metres.'),
      '/moss': page('Moss', 'Mosses have no roots at all and drink through their skin.'),
    }
    const statuses: number[] = []
    let broken = ''
    /** With marks for all but one of the pages. */
    const answer =
      (path: string) => (request: { headers: Record<string, unknown> }, response: ServerResponse) => {
        const html = pages[path]
        const etag = `"${createHash('sha1')
          .update(html ?? '')
          .digest('hex')}"`
        const status =
          path === broken
            ? 503
            : html === undefined
              ? 404
              : request.headers['if-none-match'] === etag
                ? 304
                : 200
        statuses.push(status)
        response.writeHead(status, { 'content-type': 'text/html', ...(path === '/leaf' ? {} : { etag }) })
        response.end(status === 200 ? html : '')
      }
    const site = await startSite(
      Object.fromEntries([...Object.keys(pages), '/new'].map((path) => [path, answer(path)])),
    )
    const database = await open()
    const { ana, ben } = await createWorld(database.db)
    const fake = createFakeEmbedder()
    const askers: unknown[] = []
    const knowledge = createKnowledge({
      db: database.db,
      isPostgres: database.kind === 'postgres',
      runLong: undefined,
      dataDir: database.dataDir,
      storage: createDiskStorage(database.dataDir),
      log: createLog('silent'),
      webFetcher: fetcherFor([site.host]),
      maySharePeople: async () => true,
      usedByOthers: async () => [],
      embedder: {
        ...fake,
        embed(...order) {
          if (order[3] === 'question') askers.push(order[5])
          return fake.embed(...order)
        },
      },
    })
    await knowledge.start()
    const { documents } = knowledge
    const base = (await knowledge.bases.create(ana, { name: 'Plants', description: '' })).id
    const { id } = await documents.addRemote(ana, base, {
      name: 'site.txt',
      url: `${site.url}/`,
      pluginName: 'url_ingest',
      pluginParams: { max_discovery_depth: 2 },
    })
    const embedded = () =>
      vi.waitFor(
        async () => {
          const file = await documents.get(ana, base, id)
          expect([file.status, file.error_message]).toEqual(['completed', null])
          const progress = await knowledge.embeddingOf(ana, base)
          expect(progress?.total).toBeGreaterThan(0)
          expect(progress?.done).toBe(progress?.total)
        },
        { timeout: 20_000 },
      )
    const sync = async () => {
      statuses.length = 0
      fake.calls.length = 0
      await documents.sync(ana, base, id)
      await embedded()
    }
    const search = async (question: string) =>
      (await knowledge.query(ana, base, question, { topK: 1, threshold: 0 })).passages[0]
    /** Every passage is the stretch of the whole text that it says it is. */
    const passages = async () => {
      const all = await documents.passages(ana, base, id, every)
      for (const [at, one] of all.entries()) {
        expect(one.end_at - one.start_at).toBe(one.text.length)
        expect(one.start_at).toBeGreaterThanOrEqual(all[at - 1]?.end_at ?? 0)
      }
      return all
    }
    const urls = async () => (await documents.pages(ana, base, id)).map(({ url }) => new URL(url).pathname)
    try {
      await embedded()
      expect(await urls()).toEqual(['/', '/leaf', '/root', '/moss', '/deep'])
      const before = await passages()
      const version = async () => (await knowledge.bases.getFor(ana, 'see', base)).index_version
      const first = await version()

      await sync()
      expect(statuses).toEqual([304, 200, 304, 304, 304])
      expect(fake.passages()).toEqual([])
      expect(await passages()).toEqual(before)
      expect(await version()).toBe(first)

      pages['/root'] = page('Root', 'Roots store sugar for the winter.', '/deep', '/new')
      pages['/new'] = page('New', 'Orchids germinate with the help of fungi.')
      delete pages['/moss']
      await sync()
      expect(await urls()).toEqual(['/', '/leaf', '/root', '/deep', '/new'])
      expect(fake.passages()).toHaveLength(2)
      expect(fake.passages().join('\n')).toMatch(/store sugar/)
      expect(fake.passages().join('\n')).not.toMatch(/Chlorophyll|fig tree|Welcome/)
      expect(await search('Which fungi help orchids?')).toMatchObject({ source_url: `${site.url}/new` })
      expect((await search('How deep do roots of a fig tree reach?'))?.source_url).toBe(`${site.url}/deep`)
      expect(JSON.stringify(await passages())).not.toMatch(/through their skin|drink water/)
      expect(new Set((await passages()).map(({ parent }) => parent)).size).toBe((await passages()).length)
      const folder = join(database.dataDir, 'knowledge', String(base))
      await vi.waitFor(async () => expect(await readdir(folder)).toHaveLength(1))

      // Pages behind one that fails are unknown now: they stay, and so does it.
      broken = '/root'
      pages['/'] = page('Home, 16 November', 'Welcome again.', '/leaf', '/root')
      await sync()
      expect((await urls()).toSorted()).toEqual(['/', '/deep', '/leaf', '/new', '/root'])
      expect((await documents.get(ana, base, id)).warnings).toMatch(
        /The page .*root could not be fetched.* 503/,
      )
      // The title of the first page is that of the site, and stands above every passage.
      expect(fake.passages()).toEqual([expect.stringContaining('Welcome again')])

      await expect(documents.sync(ben, base, id)).rejects.toMatchObject({ code: 'not_found' })
      await expect(documents.original(ana, base, id)).rejects.toMatchObject({ code: 'not_found' })
      // A person who tries a search pays for it out of their own budget.
      expect(askers).toContainEqual(expect.objectContaining({ assistantId: 0, userId: ana.userId }))
    } finally {
      await knowledge.stop()
    }
  })
})
