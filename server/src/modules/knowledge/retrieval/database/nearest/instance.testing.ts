import { openDatabase } from '../../../../../platform/db/open-database.ts'
import { createInstance } from './nearest.testing.ts'

// A separate process that indexes large bases until a test kills it.
const [, , url = '', dataDir = ''] = process.argv
await createInstance({ database: await openDatabase({ url, dataDir }), dataDir }).start()
