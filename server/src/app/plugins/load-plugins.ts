import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Log } from '../../platform/log.ts'
import { describeTool } from '../../tools/describe-tool.ts'
import type { Tool } from '../../tools/tool.ts'
import { toPluginTool } from './plugin-tool.ts'

/** A plugin that could not be loaded, shown in the list of tools, where its author looks first. */
export interface BrokenPlugin {
  file: string
  reason: string
}

export interface LoadedPlugins {
  tools: Tool[]
  broken: BrokenPlugin[]
}

const PLUGIN_FILE = /^[^.].*\.tool\.(mjs|js|ts)$/
/** A module that blocks while it is loaded must not keep the server from starting. */
const MAX_LOAD_MS = 10_000
const MAX_REASON = 300

/**
 * The operator's own tools: every `*.tool.js|mjs|ts` of one folder, loaded once at start. A broken one is reported, and the server still
 * starts. They run with all the server's rights, so the folder is the operator's alone.
 */
export async function loadPlugins(
  folder: string | undefined,
  log: Log,
  timeoutMs: number = MAX_LOAD_MS,
): Promise<LoadedPlugins> {
  const loaded: LoadedPlugins = { tools: [], broken: [] }
  if (folder === undefined) return loaded
  for (const file of await pluginFiles(folder, log)) {
    try {
      loaded.tools.push(await inTime(loadPlugin(join(folder, file)), timeoutMs))
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
    log.error({ err: error, folder }, 'failed to read PLUGINS_DIR')
    return []
  }
}

/** The list of tools is public, so paths on the server are removed. The log has the full error. */
function reasonOf(error: unknown, folder: string): string {
  const message = error instanceof Error ? error.message : String(error)
  const [line = ''] = message.replaceAll(resolve(folder), '').split('\n')
  return line.replace(/(?:file:\/\/)?(?:\/[^\s/'":]+){2,}/g, '…').slice(0, MAX_REASON)
}

async function inTime<T>(loading: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const fault = new Error(`not loaded within ${milliseconds / 1000} s`)
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
  // A tool that can't be described would break the list of all tools.
  describeTool(tool)
  return tool
}

/** Node 20 can't load TypeScript. The compiled file is stored beside the plugin, so that its imports still resolve. */
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
