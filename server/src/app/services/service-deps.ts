import type { Config } from '../../platform/config.ts'
import type { OpenDatabase } from '../../platform/db/open-database.ts'
import type { Log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets/secret-files.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { LoadedPlugins } from '../plugins/load-plugins.ts'

export interface ServiceDeps {
  config: Config
  log: Log
  database: OpenDatabase
  secrets: Secrets
  storage: Storage
  plugins: LoadedPlugins
}
