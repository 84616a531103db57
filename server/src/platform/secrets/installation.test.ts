import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Db } from '../db/db.ts'
import { describeOnEachDatabase } from '../db/testing.ts'
import { SEALED_COLUMNS } from './installation.repository.ts'
import { openSecrets } from './installation.ts'
import { createSecretBox } from './secret-box.ts'

const OLD = { LAMB_JWT_SECRET: 'j'.repeat(32), ENCRYPTION_KEY: 'e'.repeat(32) }
const NEW = { LAMB_JWT_SECRET: 'J'.repeat(32), ENCRYPTION_KEY: 'E'.repeat(32) }
const PREVIOUS = {
  LAMB_JWT_SECRET_PREVIOUS: OLD.LAMB_JWT_SECRET,
  ENCRYPTION_KEY_PREVIOUS: OLD.ENCRYPTION_KEY,
}
const boxOf = ({ LAMB_JWT_SECRET, ENCRYPTION_KEY }: typeof OLD) =>
  createSecretBox(Buffer.from(ENCRYPTION_KEY), Buffer.from(LAMB_JWT_SECRET))

describeOnEachDatabase('the secrets of an installation', (open) => {
  const settings = (dataDir: string, given: Record<string, string> = {}) => ({
    LAMB_JWT_SECRET: undefined,
    ENCRYPTION_KEY: undefined,
    LAMB_JWT_SECRET_PREVIOUS: undefined,
    ENCRYPTION_KEY_PREVIOUS: undefined,
    ...given,
    DATA_DIR: dataDir,
  })
  const refusalOf = async (work: Promise<unknown>): Promise<string> => {
    const error = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    const message = error instanceof Error ? error.message : ''
    expect(message.split('\n')).toHaveLength(1)
    return message
  }
  const sealedIn = async (db: Db) =>
    (await db.selectFrom('organizations').select('config').execute()).map(({ config }) => config)
  const addOrganization = (db: Db, config: string) =>
    db
      .insertInto('organizations')
      .values({ slug: 'one', name: 'One', config, created_at: 1, updated_at: 1 })
      .execute()

  it('are created on the first start and found on the next', async () => {
    const { db, dataDir } = await open()
    const first = await openSecrets(db, settings(dataDir))
    expect(await openSecrets(db, settings(dataDir))).toEqual(first)
    const [row] = await db.selectFrom('installation').selectAll().execute()
    expect(JSON.stringify(row)).not.toContain(first.signing.toString())
  })

  it('are the same for all instances that start together', async () => {
    const { db, dataDir } = await open()
    const all = await Promise.all([1, 2, 3, 4].map(() => openSecrets(db, settings(dataDir))))
    for (const one of all) expect(one).toEqual(all[0])
  })

  it('let only one of two instances with different secrets start on an empty database', async () => {
    const { db, dataDir } = await open()
    const started = await Promise.allSettled(
      [OLD, NEW].map((given) => openSecrets(db, settings(dataDir, given))),
    )
    expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('refuse an instance with a different secret, naming it and the remedy', async () => {
    const { db, dataDir } = await open()
    await openSecrets(db, settings(dataDir, OLD))
    for (const name of ['LAMB_JWT_SECRET', 'ENCRYPTION_KEY'] as const) {
      const message = await refusalOf(openSecrets(db, settings(dataDir, { ...OLD, [name]: NEW[name] })))
      expect(message).toContain(`The ${name} of this instance is not the one`)
      expect(message).toContain(`${dataDir}/secrets`)
      expect(message).not.toContain(NEW[name])
    }
    await openSecrets(db, settings(dataDir, OLD))
  })

  it('are not generated for a restored database, which would hide that they are missing', async () => {
    const { db, dataDir } = await open()
    await openSecrets(db, settings(dataDir))
    const elsewhere = await mkdtemp(join(tmpdir(), 'bellwether-secrets-'))
    expect(await refusalOf(openSecrets(db, settings(elsewhere)))).toContain('its secrets are missing')
    expect(existsSync(join(elsewhere, 'secrets'))).toBe(false)
    await rm(elsewhere, { recursive: true })
  })

  it('must decrypt the values of a database without fingerprints', async () => {
    const { db, dataDir } = await open()
    await addOrganization(db, JSON.stringify({ key: boxOf(OLD).seal('sk-1') }))
    expect(await refusalOf(openSecrets(db, settings(dataDir, NEW)))).toContain('The ENCRYPTION_KEY')
    await openSecrets(db, settings(dataDir, OLD))
  })

  it('can be changed on purpose: stored values are encrypted with the new key', async () => {
    const { db, dataDir } = await open()
    await openSecrets(db, settings(dataDir, OLD))
    await addOrganization(
      db,
      JSON.stringify({ keys: [boxOf(OLD).seal('sk-1'), boxOf(OLD).seal('sk-2')], name: 'One' }),
    )
    const wrong = {
      ...NEW,
      LAMB_JWT_SECRET_PREVIOUS: 'x'.repeat(32),
      ENCRYPTION_KEY_PREVIOUS: 'x'.repeat(32),
    }
    expect(await refusalOf(openSecrets(db, settings(dataDir, wrong)))).toContain('is not the one')

    // Two instances with the new secrets start together, and once more later.
    const changed = settings(dataDir, { ...NEW, ...PREVIOUS })
    await Promise.all([openSecrets(db, changed), openSecrets(db, changed)])
    await openSecrets(db, changed)
    await openSecrets(db, settings(dataDir, NEW))
    const { keys, name } = JSON.parse((await sealedIn(db))[0] ?? '')
    expect(keys.map((key: string) => boxOf(NEW).open(key))).toEqual(['sk-1', 'sk-2'])
    expect(name).toBe('One')
    expect(await refusalOf(openSecrets(db, settings(dataDir, OLD)))).toContain('is not the one')
  })

  it('are known for every table that has encrypted values', async () => {
    const { db } = await open()
    const tables = await db.introspection.getTables()
    const sealed = tables.flatMap(({ name, columns }) =>
      columns.filter((column) => column.name.startsWith('sealed_')).map((column) => `${name}.${column.name}`),
    )
    const sealedColumns = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)
    expect(sealedColumns).toEqual(expect.arrayContaining(sealed))
    expect(sealedColumns).toContain('mails.content')
  })

  it('can be replaced when they are lost', async () => {
    const { db, dataDir } = await open()
    await openSecrets(db, settings(dataDir, OLD))
    const config = JSON.stringify({ key: boxOf(OLD).seal('sk-1') })
    await addOrganization(db, config)
    const lost = { LAMB_JWT_SECRET_PREVIOUS: 'lost', ENCRYPTION_KEY_PREVIOUS: 'lost' }
    await openSecrets(db, settings(dataDir, { ...NEW, ...lost }))
    expect(await sealedIn(db)).toEqual([config])
    await openSecrets(db, settings(dataDir, NEW))
    const generated = await openSecrets(db, settings(dataDir, lost))
    expect(await openSecrets(db, settings(dataDir))).toEqual(generated)
  })
})
