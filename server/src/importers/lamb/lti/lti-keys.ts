import { say } from '@bellwether/wire'
import { ltiKeyRepository } from '../../../modules/lti/index.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import { type ImportRun, saveAll, skip } from '../import-run.ts'
import { itemRepository } from '../items.repository.ts'
import type { Note } from '../report.ts'
import type { LegacyRow } from '../source/legacy-row.ts'

const KIND = 'lti key'
const GLOBAL = 'global'
const MAX_KEY = 255

/** Consumer keys with their secrets, encrypted. Keys that are set here stay. */
export async function importLtiKeys(run: ImportRun): Promise<void> {
  const done = await itemRepository.findMany(run.db, run.sourceId, KIND, idsOf(run))
  const [global] = run.lamb.rows('lti_global_config')
  if (done.has(GLOBAL)) run.report.count(KIND, 'unchanged')
  else if (global) await importGlobal(run, keyOf(global), secretOf(global))
  const seen = { ids: new Set<string>(), keys: new Set<string>() }
  for (const row of run.lamb.rows('lti_creator_keys')) {
    const id = row.text('organization_id')
    if (done.has(id)) {
      run.report.count(KIND, 'unchanged')
      continue
    }
    const organizationId = run.ids.number('organization', row.integer('organization_id'))
    const [key, secret] = [keyOf(row), secretOf(row)]
    const leave = (reason: Note) => skip(run, KIND, id, key, reason)
    if (organizationId === undefined) leave(say('imports.organization_not_imported'))
    else if (!isUsable(key, secret)) leave(say('imports.lti_key_invalid'))
    else if (seen.ids.has(id) || (await ltiKeyRepository.findCreatorKey(run.db, organizationId)))
      leave(say('imports.lti_key_of_organization'))
    else if (seen.keys.has(key) || (await ltiKeyRepository.findByConsumerKey(run.db, key)))
      leave(say('imports.lti_key_of_other'))
    else {
      seen.ids.add(id)
      seen.keys.add(key)
      await saveAll(run, [
        {
          kind: KIND,
          legacyId: id,
          name: key,
          notes: [],
          async insert(tx) {
            const now = nowSeconds()
            await ltiKeyRepository.saveCreatorKey(tx, {
              organization_id: organizationId,
              consumer_key: key,
              sealed_secret: run.box.seal(secret),
              enabled: row.flag('enabled', true) ? 1 : 0,
              created_at: row.time('created_at', now),
              updated_at: row.time('updated_at', now),
            })
            return organizationId
          },
        },
      ])
    }
  }
}

async function importGlobal(run: ImportRun, key: string, secret: string): Promise<void> {
  if (!isUsable(key, secret)) return skip(run, KIND, GLOBAL, key, say('imports.lti_key_invalid'))
  if (await ltiKeyRepository.findGlobal(run.db))
    return skip(run, KIND, GLOBAL, key, say('imports.lti_key_of_installation'))
  await saveAll(run, [
    {
      kind: KIND,
      legacyId: GLOBAL,
      name: key,
      notes: [],
      async insert(tx) {
        await ltiKeyRepository.saveGlobal(tx, {
          id: 1,
          consumer_key: key,
          sealed_secret: run.box.seal(secret),
          updated_at: nowSeconds(),
          updated_by: null,
        })
        return GLOBAL
      },
    },
  ])
}

/** Whether launches of activities have a key after the import: LAMB's or one from here. */
export async function hasActivityKey(run: ImportRun): Promise<boolean> {
  if (run.config.LTI_GLOBAL_SECRET ?? run.config.LTI_SECRET) return true
  const [global] = run.lamb.rows('lti_global_config')
  if (global && isUsable(keyOf(global), secretOf(global))) return true
  return (await ltiKeyRepository.findGlobal(run.db)) !== undefined
}

const keyOf = (row: LegacyRow): string => row.text('oauth_consumer_key').trim()
const secretOf = (row: LegacyRow): string => row.text('oauth_consumer_secret')

const isUsable = (key: string, secret: string): boolean =>
  key !== '' && key.length <= MAX_KEY && secret !== '' && secret.length <= 1000

const idsOf = ({ lamb }: ImportRun): string[] => [
  GLOBAL,
  ...[...lamb.rows('lti_creator_keys')].map((row) => row.text('organization_id')),
]
