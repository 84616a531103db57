import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { post } from '../e2e/server-process.ts'
import { createSite, print, signIn } from './support.ts'

const canMount = process.platform === 'linux' && process.getuid?.() === 0

it(`a disk that fills up: clear errors, no acknowledged write lost${canMount ? '' : ' (SKIPPED: needs root on Linux)'}`, async (test) => {
  const site = await createSite()
  const dataDir = join(site.dataDir, 'small')
  mkdirSync(dataDir)
  const isMounted =
    canMount && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', dataDir]).status === 0
  if (!isMounted) return test.skip('a small disk can only be mounted by root on Linux')
  onTestFinished(() => {
    site.killAll()
    spawnSync('umount', ['-l', dataDir])
  })
  const { url } = await site.start({ DATA_DIR: dataDir })
  const token = await signIn(url)
  const filler = join(dataDir, 'filler')
  const acknowledged: number[] = []
  const statuses = new Map<number, number>()
  const write = async () => {
    const body = {
      name: `disk ${Math.random()}`,
      system_prompt: 'x'.repeat(20_000),
      metadata: { connector: 'bypass' },
    }
    const answer = await post(`${url}/assistants`, body, token)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    if (answer.status < 300) acknowledged.push(answer.body.id)
    return answer.status
  }
  for (let turn = 0; turn < 5; turn++) await write()
  fillUp(filler)
  for (let turn = 0; turn < 1000 && (await write()) < 300; turn++);
  const whileFull = await Promise.all(Array.from({ length: 20 }, write))
  rmSync(filler)
  let last = 503
  for (let turn = 0; turn < 50 && last !== 200 && last !== 201; turn++) last = await write()
  const readable = await Promise.all(
    acknowledged.map((id) =>
      fetch(`${url}/assistants/${id}`, { headers: { authorization: `Bearer ${token}` } }),
    ),
  )
  const lost = readable.filter(({ status }) => status !== 200).length
  print('full disk', {
    acknowledged: acknowledged.length,
    lost,
    'refused (503)': statuses.get(503) ?? 0,
    'other errors': [...statuses].filter(([status]) => status >= 300 && status !== 503).length,
    'writes again after space was freed': String(last < 300),
  })
  expect(lost).toBe(0)
  expect(whileFull.some((status) => status === 503)).toBe(true)
  expect([...statuses.keys()].filter((status) => status >= 300 && status !== 503)).toEqual([])
  expect(last).toBeLessThan(300)
})

/** Until the device is full. */
function fillUp(file: string): void {
  const block = Buffer.alloc(64 * 1024)
  try {
    for (;;) writeFileSync(file, block, { flag: 'a' })
  } catch {
    // ENOSPC
  }
}
