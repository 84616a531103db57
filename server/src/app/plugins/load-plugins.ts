import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Log } from '../../platform/log.ts'
import { describeTool } from '../../tools/describe-tool.ts'
import type { Tool } from '../../tools/tool.ts'
import { toPluginTool } from './plugin-tool.ts'

/** A plugin that could not be loaded, for the list of tools: its author looks there first. */
export interface BrokenPlugin {
  file: string
  reason: string
}

export interface LoadedPlugins {
  tools: Tool[]
  broken: BrokenPlugin[]
}

const PLUGIN_FILE = /^[^.].*\.tool\.(mjs|js|ts)$/
/** A module that waits for something on its first line must not keep the server from starting. */
const MAX_LOAD_MS = 10_000
const MAX_REASON = 300

/**
 * The operator's own tools: every `*.tool.js|mjs|ts` of one folder, loaded once at start. A broken one is reported, and the server still
 * starts. They run with all the server's rights, so the folder is the operator's alone.
 */
export async function loadPlugins(
  folder: string | undefined,
  log: Log,
  longestMs: number = MAX_LOAD_MS,
): Promise<LoadedPlugins> {
  const loaded: LoadedPlugins = { tools: [], broken: [] }
  if (folder === undefined) return loaded
  for (const file of await pluginFiles(folder, log)) {
    try {
      loaded.tools.push(await inTime(loadPlugin(join(folder, file)), longestMs))
    } catch (error) {
      log.error({ err: error, file }, 'failed to load a plugin')
      loaded.broken.push({ file, reason: reasonOf(error, folder) })
    }
  }
  return loaded
}

/** Files whose name starts with a dot are ours: translations of TypeScript. */
async function pluginFiles(folder: string, log: Log): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => PLUGIN_FILE.test(name)).sort()
  } catch (error) {
    log.error({ err: error, folder }, 'PLUGINS_DIR can’t be read')
    return []
  }
}

/** The list of tools is public: it does not tell where on the disk the server stands. The log has all of it. */
function reasonOf(error: unknown, folder: string): string {
  const message = error instanceof Error ? error.message : String(error)
  const [line = ''] = message.replaceAll(resolve(folder), '').split('\n')
  return line.replace(/(?:file:\/\/)?(?:\/[^\s/'":]+){2,}/g, '…').slice(0, MAX_REASON)
}

async function inTime<T>(loading: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const fault = new Error(`it was not loaded within ${milliseconds / 1000} s`)
    timer = setTimeout(() => reject(fault), milliseconds)
  })
  try {
    return await Promise.race([loading, late])
  } finally {
    clearTimeout(timer)
  }
}

async function loadPlugin(path: string): Promise<Tool> {
  const module: Record<string, unknown> = await import(
    pathToFileURL(path.endsWith('.ts') ? await toJavaScript(path) : resolve(path)).href
  )
  const tool = { ...toPluginTool(module, path), isPlugin: true }
  // What can't be described would take the list of all tools with it.
  describeTool(tool)
  return tool
}

/** Node 20 does not read TypeScript; the translation is kept beside the plugin, so that its imports still find their way. */
async function toJavaScript(path: string): Promise<string> {
  const { build } = await import('esbuild')
  const outfile = path.replace(/([^/\\]+)\.ts$/, '.built-$1.mjs')
  await build({
    entryPoints: [path],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  })
  return resolve(outfile)
}
