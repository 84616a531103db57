import { copyFile } from 'node:fs/promises'
import pg from 'pg'
import { newToken } from '../ids.ts'
import { guardConnections } from './one-connection.testing.ts'

/** An empty database with all tables, much faster than running every migration. */
export const copySqliteTemplate = (file: string): Promise<void> =>
  copyFile(required('TEST_SQLITE_TEMPLATE'), file)

/** A new database in the tests' PostgreSQL. */
export async function newPostgresDatabase(server: string, { migrated = true } = {}) {
  guardConnections()
  const name = `test_${newToken()
    .replace(/[^a-z0-9]/gi, '')
    .toLowerCase()}`
  const template = migrated ? required('TEST_POSTGRES_TEMPLATE') : 'template0'
  await runOnce(server, async (client) => {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    // Older versions have no strategy option and always copy files.
    const strategy = Number(rows[0]?.server_version_num) >= 150_000 ? 'strategy file_copy' : ''
    await client.query(`create database ${name} template ${template} ${strategy}`)
  })
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () => runOnce(server, (client) => client.query(`drop database if exists ${name} with (force)`)),
  }
}

async function runOnce(server: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: scripts/test/test-databases.mjs sets it before the tests`)
  return value
}
