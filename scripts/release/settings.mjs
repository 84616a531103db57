import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Bellwether needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

/** Settings can be in a file .env in this folder; environment variables take precedence. */
const file = fileURLToPath(new URL('.env', import.meta.url))
if (existsSync(file)) process.loadEnvFile(file)
