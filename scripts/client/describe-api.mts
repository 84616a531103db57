// Prints the OpenAPI document of the server as its sources are now. Run by client-types.mjs.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../server/src/app/create-app.ts'
import { describe } from '../../server/src/app/pages/api-reference.ts'
import { VERSION } from '../../server/src/app/version.ts'
import { takeConfig } from '../../server/src/platform/config.ts'
import { createLog } from '../../server/src/platform/log.ts'

const folder = mkdtempSync(join(tmpdir(), 'bellwether-api-'))
const config = takeConfig({
  DATA_DIR: folder,
  ADMIN_EMAIL: 'admin@example.edu',
  ADMIN_PASSWORD: 'not used at all',
})
const app = await createApp({ config, log: createLog('silent') })
const document = await describe(app.endpoints, VERSION, '')
await app.close({ delayMs: 0 })
rmSync(folder, { recursive: true, force: true })
process.stdout.write(JSON.stringify(document), () => process.exit(0))
