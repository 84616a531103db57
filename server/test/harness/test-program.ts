import { join } from 'node:path'

/** The compiled file of a program that scripts/test/test-workers.mjs lists; run it with `node`. */
export function testProgram(name: string): string {
  const folder = process.env['TEST_WORKERS']
  if (!folder)
    throw new Error('TEST_WORKERS is not set: scripts/test/test-workers.mjs sets it before the tests')
  return join(folder, `${name}.mjs`)
}
