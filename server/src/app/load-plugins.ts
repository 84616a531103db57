import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import type { Log } from '../platform/log.ts'
import { defineTool, type Tool } from '../tools/tool.ts'

/** A plugin that could not be loaded, for the list of tools: its author looks there first. */
export interface BrokenPlugin {
  file: string
  reason: string
}

export interface LoadedPlugins {
  tools: Tool[]
  broken: BrokenPlugin[]
}

const PLUGIN_FILE = /\.tool\.(mjs|js|ts)$/

/**
 * The operator's own tools: every `*.tool.js|mjs|ts` of one folder, loaded once at start. A broken one is reported, and the server still
 * starts. They run with all the server's rights, so the folder is the operator's alone.
 */
export async function loadPlugins(folder: string | undefined, log: Log): Promise<LoadedPlugins> {
  const loaded: LoadedPlugins = { tools: [], broken: [] }
  if (folder === undefined) return loaded
  for (const file of await pluginFiles(folder, log)) {
    try {
      loaded.tools.push(await loadPlugin(join(folder, file)))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      log.error({ err: error, file }, 'a plugin could not be loaded')
      loaded.broken.push({ file, reason })
    }
  }
  return loaded
}

async function pluginFiles(folder: string, log: Log): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => PLUGIN_FILE.test(name)).sort()
  } catch (error) {
    log.error({ err: error, folder }, 'PLUGINS_DIR can’t be read')
    return []
  }
}

async function loadPlugin(path: string): Promise<Tool> {
  const module: Record<string, unknown> = await import(
    pathToFileURL(path.endsWith('.ts') ? await toJavaScript(path) : resolve(path)).href
  )
  if (isTool(module['default'])) return module['default']
  const legacy = module['rag_processor']
  if (typeof legacy === 'function') return fromRagProcessor(path, legacy as RagProcessor)
  throw new Error('it must export defineTool({ … }) as its default, or a function rag_processor')
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

function isTool(value: unknown): value is Tool {
  const tool = value as Partial<Tool> | undefined | null
  return (
    typeof tool === 'object' &&
    tool !== null &&
    typeof tool.name === 'string' &&
    /^[a-z][a-z0-9_]*$/.test(tool.name) &&
    typeof tool.run === 'function' &&
    typeof tool.config?.safeParse === 'function' &&
    typeof tool.input?.safeParse === 'function'
  )
}

type RagProcessor = (messages: unknown, assistant: unknown) => unknown

/** LAMB's old interface: messages and assistant in, `{context, sources}` out. */
function fromRagProcessor(path: string, process: RagProcessor): Tool {
  const name = (path.split(/[/\\]/).at(-1) ?? '')
    .replace(PLUGIN_FILE, '')
    .replace(/[^a-z0-9_]/gi, '_')
    .toLowerCase()
  const answer = z.looseObject({
    context: z.string().default(''),
    sources: z.array(z.looseObject({})).default([]),
  })
  return defineTool({
    name,
    title: name,
    description: 'A RAG processor of the operator’s own.',
    category: 'legacy',
    version: '1.0',
    config: z.looseObject({}),
    input: z.object({ messages: z.array(z.unknown()) }),
    inject: { placeholder: 'context', input: ({ messages }) => ({ messages: [...messages] }) },
    async run({ input, assistant }) {
      const { context, sources } = answer.parse(await process(input.messages, { id: assistant.id }))
      return { ok: true, content: context, sources }
    },
  })
}
