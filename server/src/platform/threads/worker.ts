import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** For a server that runs from source: threads don't inherit the TypeScript loader. */
const RUN_TYPESCRIPT = `
  const [loader, source] = process.argv.slice(2)
  import(loader).then(({ register }) => { register(); return import(source) })`

let testFolder: string | undefined

/** For tests, which start hundreds of threads: compiling TypeScript makes the start ten times slower. */
export function useBuiltWorkers(folder: string): void {
  testFolder = folder
}

/**
 * Starts a thread for work that would otherwise block the event loop. `source` is the worker's TypeScript file; in
 * the build, which has one file per worker beside the server's, `name` finds it.
 */
export function startWorker(
  name: string,
  source: URL,
  options: Pick<WorkerOptions, 'workerData' | 'resourceLimits'> = {},
): Worker {
  if (testFolder !== undefined)
    return new Worker(join(testFolder, `${name}.worker.mjs`), { ...options, execArgv: [] })
  const thisFile = fileURLToPath(import.meta.url)
  if (thisFile.endsWith('.ts')) {
    const loader = createRequire(thisFile).resolve('tsx/package.json')
    return new Worker(RUN_TYPESCRIPT, {
      ...options,
      eval: true,
      execArgv: [],
      argv: [pathToFileURL(join(dirname(loader), 'dist/esm/api/index.mjs')).href, source.href],
    })
  }
  return new Worker(findBuilt(`${name}.worker.mjs`, dirname(thisFile)), { ...options, execArgv: [] })
}

/** Shared code is built into a subfolder of the workers' folder. */
function findBuilt(file: string, folder: string): string {
  const beside = join(folder, file)
  return existsSync(beside) ? beside : join(folder, '..', file)
}
