import { SettingsError } from '../config.ts'
import type { Db } from '../db/db.ts'
import { installationRepository } from './installation.repository.ts'

/** Refuses a version that is older than one that has run on this database: it may not understand what that one wrote. */
export async function requireVersion(db: Db, version: string): Promise<void> {
  const newest = (await installationRepository.find(db))?.version
  if (newest && compareVersions(version, newest) < 0)
    throw new SettingsError(
      `This is version ${version}, but version ${newest} was already started on this database. Start version ${newest} or a newer one, ` +
        'or restore a backup from before the upgrade (docs/admins/upgrade.md).',
    )
}

export async function recordVersion(db: Db, version: string): Promise<void> {
  const newest = (await installationRepository.find(db))?.version ?? null
  if (newest === null || compareVersions(version, newest) > 0)
    await installationRepository.replaceVersion(db, newest, version)
}

/** Negative if `version` is older. A pre-release comes before its release. Pure. */
function compareVersions(version: string, other: string): number {
  const [a, b] = [parse(version), parse(other)]
  for (let at = 0; at < 3; at++) {
    const difference = (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0)
    if (difference !== 0) return difference
  }
  if (a.suffix === b.suffix) return 0
  if (a.suffix === '' || b.suffix === '') return a.suffix === '' ? 1 : -1
  return a.suffix.localeCompare(b.suffix, 'en', { numeric: true })
}

function parse(version: string): { numbers: number[]; suffix: string } {
  const [main = '', ...suffix] = version.split('-')
  return { numbers: main.split('.').map(Number), suffix: suffix.join('-') }
}
