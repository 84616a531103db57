import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { HelperProcess } from './helper-process.ts'

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
  const built = findBuilt(name)
  if (built !== undefined) return new Worker(built, { ...options, execArgv: [] })
  const argv = [packageFile('tsx/package.json', 'dist/esm/api/index.mjs'), source.href]
  return new Worker(RUN_TYPESCRIPT, { ...options, eval: true, execArgv: [], argv })
}

/**
 * The same in a process of its own, for what others have made: V8 and native code may abort on it, which ends the whole
 * process. It ends itself when it takes more than twice this memory, of which its objects may have half.
 */
export function startProcess(name: string, source: URL, memoryMb: number): HelperProcess {
  const built = findBuilt(name)
  if (built !== undefined) return new HelperProcess(built, memoryMb)
  const loader = ['--import', packageFile('tsx/package.json', 'dist/loader.mjs')]
  return new HelperProcess(fileURLToPath(source), memoryMb, loader)
}

/** Undefined for a server that runs from source. */
function findBuilt(name: string): string | undefined {
  const file = `${name}.worker.mjs`
  if (testFolder !== undefined) return join(testFolder, file)
  const thisFile = fileURLToPath(import.meta.url)
  if (thisFile.endsWith('.ts')) return undefined
  // Shared code is built into a subfolder of the workers' folder.
  const beside = join(dirname(thisFile), file)
  return existsSync(beside) ? beside : join(dirname(thisFile), '..', file)
}

const packageFile = (manifest: string, file: string): string =>
  pathToFileURL(join(dirname(createRequire(import.meta.url).resolve(manifest)), file)).href
